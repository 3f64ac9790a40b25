#!/usr/bin/env bash
# Forms that bash takes and few scripts use.
__skill_envelope
kind=$(case "$1" in a|b) echo ab ;; *) echo other ;; esac)
level() {
  echo "$(
    case "$1" in
      high) echo 3 ;;
      (low) echo 1
    esac
  )"
}
for ((i = 0; i < 2; i++)) { echo "Round $i"; }
cat <<EN\
D | sed 's/^/> /'
Level: $(level high) ) `echo "it's"`
END
list=(
  [0]="a b" # the first
  'c)' $'d\'e'
)
((  ${#list[@]} > 2 )) && skill_say metric.items="${#list[@]}" echo "Items: ${#list[@]}" || skill_say failed echo "FAILED"
if [[ $kind =~ ^(other|a b)$ && ! ( -f "${list[0]:-"x y"}" ) ]]; then { skill_say deliverable=./made.txt echo "Created: ./made.txt"; } fi
: > made.txt
echo "SUCCESS"
