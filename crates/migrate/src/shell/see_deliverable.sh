__skill_see_deliverable() {
  # What follows Created, Modified, Updated, Saved, Generated, Wrote; and the bulleted items below such a line.
  local tail= word="$body"
  case $line in
    [-*+]\ *|"$__skill_bullet"*|[0-9].\ *|[0-9]\)\ *)
      if [ -n "$__skill_list" ]; then
        tail=${rest#"${rest%%[! $__skill_tab]*}"}
        case $tail in
          [-*+]\ *|[0-9].\ *|[0-9]\)\ *) tail=${tail#* } ;;
          *) tail=${tail#???} && tail=${tail#\ } ;;
        esac
        __skill_put deliverable ":$tail" "$PWD"
        return 0
      fi
      ;;
  esac
  while :; do
    case $word in
      [cC]reated[!a-zA-Z0-9_-]*|[cC]reated|CREATED[!a-zA-Z0-9_-]*|CREATED|[sS]aved[!a-zA-Z0-9_-]*|[sS]aved|SAVED[!a-zA-Z0-9_-]*|[wW]rote[!a-zA-Z0-9_-]*|[wW]rote|WROTE[!a-zA-Z0-9_-]*|[wW]ritten[!a-zA-Z0-9_-]*|[uU]pdated[!a-zA-Z0-9_-]*|[uU]pdated|UPDATED[!a-zA-Z0-9_-]*|[mM]odified[!a-zA-Z0-9_-]*|[mM]odified|MODIFIED[!a-zA-Z0-9_-]*|[gG]enerated[!a-zA-Z0-9_-]*|[gG]enerated|GENERATED[!a-zA-Z0-9_-]*) break ;;
      *\ *) word=${word#*\ } ;;
      *)
        __skill_list=
        return 0
        ;;
    esac
  done
  tail=${word%%[!a-zA-Z]*}
  word=${rest#*"$tail"}
  case ${line#*"$tail"} in
    ''|:|\ files:|\ file:|' the following files:'|' the following:')
      __skill_list=1
      ;;
    *) __skill_list= ;;
  esac
  __skill_put deliverable "$word" "$PWD"
}
