# A fast path for loops.
## Where it fails, _sk_record does the work.
_sk_quick() {
  case $- in *x*) return 1 ;; esac
  [ "${#sk_kind}" -le 1000 ] || return 1
  case $sk_kind in
  deliverable=?*)
    [ "$sk_kind,$PWD" != "$_sk_made" ] || return 0
    _sk_alone && _sk_store made ": ${sk_kind#*=}" "${PWD:-.}" && _sk_made=$sk_kind,$PWD
    return "$?"
    ;;
  metric.*=*)
    set -- "${sk_kind#*.}"
    set -- "${1%%=*}" "${1#*=}"
    case $2 in '' | *[!0123456789]* | 0?* | ????????????????*) return 1 ;; esac
    case $_sk_names in *" $1 "*) _sk_alone && _sk_store metric "$@" ;; *) return 1 ;; esac
    return "$?"
    ;;
  *[=:]* | all,* | answer*) return 1 ;;
  esac
#: bash
  ! builtin shopt -q nocasematch || return 1
#: end
  case $1,${2-} in echo,-*) return 1 ;; echo,?*) ;; *) return 1 ;; esac
  sk_body=$*
  [ "${#sk_body}" -le 1000 ] || return 1
  case $sk_kind,$#,$sk_body in
  *\\* | *"$_sk_esc"*) return 1 ;;
  text,*) _sk_has _sk_dull && [ -z "$_sk_part$_sk_list" ] && _sk_dull "$@" ;;
  *,2,*"$_sk_nl"*) return 1 ;;
  *,2,*)
    local LC_ALL=C
    _sk_line "$2" || :
    ;;
  *) return 1 ;;
  esac
}
## Is this no subshell, and has none added a value?
#: bash
_sk_alone() { [ "$BASH_SUBSHELL.${BASHPID-$$}" = "$_sk_level.$_sk_pid" ] && [ ! -d "$_sk_box" ]; }
#: sh
_sk_alone() { [ ! -d "$_sk_box" ] && _sk_main; }
#: end
# Prints a long list of deliverables, each once.
# shellcheck disable=SC2016  # it is awk that reads `$0`
_sk_unique() {
  _sk_list() {
    _sk_quote "$1"
    builtin printf '%s\n' "$_sk_q"
  }
  _sk_add_files | command -p awk '{ k = $0; sub(/\/"$/, "\"", k) } !s[k]++ { printf "%s%s", c, $0; c = "," }'
}
_sk_made=''
