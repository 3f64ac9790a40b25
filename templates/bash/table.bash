# ---- table: names with values, in the order of their first mention --------------------------
# bash 3.2 has no associative arrays: a variable for each (shortened) name lists the places of names
# that look alike, so that a thousand names take no thousand comparisons each.

# __skill_r: the place of $2 in the table $1, a new one if it is not there. All tables share one row of
# places.
__skill_place() {
  local __sk_slot=$2 __sk_list __sk_known
  if ((${#__sk_slot} > 40)); then __sk_slot=${__sk_slot:${#__sk_slot}-40}; fi
  __sk_slot=__skill_$1_slot_${#2}_${__sk_slot//[!$__skill_lower$__skill_digits$__skill_upper]/_}
  __sk_list=${!__sk_slot-}
  __sk_known=$__sk_list
  while [ -n "$__sk_known" ]; do
    __skill_r=${__sk_known%%,*}
    if [ "${__skill_names[__skill_r]}" = "$2" ]; then return 0; fi
    __sk_known=${__sk_known#*,}
  done
  __skill_r=${#__skill_names[@]}
  __skill_names[__skill_r]=$2
  printf -v "$__sk_slot" '%s' "$__sk_list$__skill_r,"
}

# __skill_r: the elements of the array $2, with $1 between them. bash 3.2 joins them without it
# where IFS is empty, unless the expansion stands alone in quotes.
__skill_join() {
  local __sk_between=$1
  eval "__skill_r=\${#$2[@]}"
  if ((__skill_r == 0)); then
    __skill_r=''
    return 0
  fi
  eval "set -- \"\${$2[@]}\""
  __skill_r=$1
  shift
  if (($# > 0)); then
    printf -v __sk_between "$__sk_between%s" "$@"
    __skill_r=$__skill_r$__sk_between
  fi
}
