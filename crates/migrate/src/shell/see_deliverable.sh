__skill_see_deliverable() {
  # What follows Created, Modified, Updated, Saved, Generated, Wrote; and the bulleted items below such a line.
  builtin local __s_tail= __s_word="$__s_body"
  case $__s_line in
    [-*+]\ *|"$__skill_bullet"*|[0-9].\ *|[0-9]\)\ *)
      if [ -n "$__skill_list" ]; then
        __s_tail=${__s_rest#"${__s_rest%%[! $__skill_tab]*}"}
        case $__s_tail in
          [-*+]\ *|[0-9].\ *|[0-9]\)\ *) __s_tail=${__s_tail#* } ;;
          *) __s_tail=${__s_tail#???} && __s_tail=${__s_tail#\ } ;;
        esac
        __skill_put deliverable ":$__s_tail" "$PWD"
        return 0
      fi
      ;;
  esac
  while :; do
    case $__s_word in
      [cC]reated[!a-zA-Z0-9_-]*|[cC]reated|CREATED[!a-zA-Z0-9_-]*|CREATED|[sS]aved[!a-zA-Z0-9_-]*|[sS]aved|SAVED[!a-zA-Z0-9_-]*|[wW]rote[!a-zA-Z0-9_-]*|[wW]rote|WROTE[!a-zA-Z0-9_-]*|[wW]ritten[!a-zA-Z0-9_-]*|[uU]pdated[!a-zA-Z0-9_-]*|[uU]pdated|UPDATED[!a-zA-Z0-9_-]*|[mM]odified[!a-zA-Z0-9_-]*|[mM]odified|MODIFIED[!a-zA-Z0-9_-]*|[gG]enerated[!a-zA-Z0-9_-]*|[gG]enerated|GENERATED[!a-zA-Z0-9_-]*) break ;;
      *\ *) __s_word=${__s_word#*\ } ;;
      *)
        __skill_list=
        return 0
        ;;
    esac
  done
  __s_tail=${__s_word%%[!a-zA-Z]*}
  __s_word=${__s_rest#*"$__s_tail"}
  case ${__s_line#*"$__s_tail"} in
    ''|:|\ files:|\ file:|\ [0-9]*\ files:|\ [0-9]*\ file:|' the following files:'|' the following:')
      __skill_list=1
      ;;
    *) __skill_list= ;;
  esac
  __skill_put deliverable "$__s_word" "$PWD"
}
