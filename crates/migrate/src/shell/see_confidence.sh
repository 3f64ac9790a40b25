__skill_see_confidence() {
  # `Confidence: 0.92`, `92%`, `.92`: a decimal in __skill_confidence, or nothing where it is no number of 0..1.
  builtin local __s_value="$__s_body" __s_whole= __s_part= __s_less=
  case $__s_body in
    *[cC][oO][nN][fF][iI][dD][eE][nN][cC][eE]*) ;;
    *) return 0 ;;
  esac
  __s_whole=${__s_value%%[cC][oO][nN][fF][iI][dD][eE][nN][cC][eE]*}
  __s_value=${__s_value#"$__s_whole"??????????}
  case $__s_whole in
    *[a-zA-Z0-9_-]|*[mM]in*|*[mM]ax*|*[rR]equired*|*[tT]hreshold*|*[tT]arget*) return 0 ;;
  esac
  __s_value=${__s_value#"${__s_value%%[!* $__skill_tab]*}"}
  case $__s_value in
    [sS][cC][oO][rR][eE]*|[lL][eE][vV][eE][lL]*|[vV][aA][lL][uU][eE]*) __s_value=${__s_value#?????} ;;
  esac
  __s_value=${__s_value#"${__s_value%%[!* $__skill_tab]*}"}
  case $__s_value in
    [:=]*) __s_value=${__s_value#?} ;;
    [0-9.]*) ;;
    *) return 0 ;;
  esac
  __s_value=${__s_value#"${__s_value%%[!*\`\"\' $__skill_tab]*}"}
  __s_part=${__s_value%%[!0-9.]*}
  __s_value=${__s_value#"$__s_part"}
  case $__s_part in *[0-9].) __s_part=${__s_part%.} ;; esac
  case $__s_part in
    ''|.|*.*.*)
      __skill_put confidence ''
      return 0
      ;;
  esac
  __s_whole=${__s_part%%.*}
  case $__s_part in *.*) __s_part=${__s_part#*.} ;; *) __s_part= ;; esac
  case $__s_value in
    %*|\ %*)
      __s_value=${__s_value#*%}
      __s_whole=00$__s_whole
      __s_less=${__s_whole%??}
      __s_part=${__s_whole#"$__s_less"}$__s_part
      __s_whole=$__s_less
      ;;
  esac
  __s_whole=${__s_whole#"${__s_whole%%[!0]*}"}
  case $__s_value in
    [a-zA-Z0-9_/%]*|-*) __s_whole=9 ;;
    ,[0-9]*) __s_whole=9 ;;
  esac
  __s_part=${__s_part%"${__s_part##*[!0]}"}
  case ${__s_whole:-0}.$__s_part in
    0.) __skill_put confidence 0 ;;
    1.) __skill_put confidence 1 ;;
    0.*) __skill_put confidence "0.$__s_part" ;;
    *) __skill_put confidence '' ;;
  esac
}
