__skill_see_confidence() {
  # `Confidence: 0.92`, `92%`, `.92`: a decimal in __skill_confidence, or nothing where it is no number of 0..1.
  local value="$body" whole= part= less=
  case $body in
    *[cC][oO][nN][fF][iI][dD][eE][nN][cC][eE]*) ;;
    *) return 0 ;;
  esac
  whole=${value%%[cC][oO][nN][fF][iI][dD][eE][nN][cC][eE]*}
  value=${value#"$whole"??????????}
  case $whole in
    *[a-zA-Z0-9_]|*[mM]in*|*[mM]ax*|*[rR]equired*|*[tT]hreshold*|*[tT]arget*) return 0 ;;
  esac
  value=${value#"${value%%[! ]*}"}
  case $value in
    [sS][cC][oO][rR][eE]*|[lL][eE][vV][eE][lL]*|[vV][aA][lL][uU][eE]*) value=${value#?????} ;;
  esac
  value=${value#"${value%%[! ]*}"}
  case $value in
    [:=]*) value=${value#?} ;;
    [0-9.]*) ;;
    *) return 0 ;;
  esac
  value=${value#"${value%%[! ]*}"}
  value=${value#[\"\`\'*]}
  part=${value%%[!0-9.]*}
  value=${value#"$part"}
  case $part in *[0-9].) part=${part%.} ;; esac
  case $part in
    ''|.|*.*.*)
      __skill_put confidence ''
      return 0
      ;;
  esac
  whole=${part%%.*}
  case $part in *.*) part=${part#*.} ;; *) part= ;; esac
  case $value in
    %*|\ %*)
      value=${value#*%}
      whole=00$whole
      less=${whole%??}
      part=${whole#"$less"}$part
      whole=$less
      ;;
  esac
  whole=${whole#"${whole%%[!0]*}"}
  case $value in
    [a-zA-Z0-9_/%]*|-*) whole=9 ;;
    ,[0-9]*) whole=9 ;;
  esac
  part=${part%"${part##*[!0]}"}
  case ${whole:-0}.$part in
    0.) __skill_put confidence 0 ;;
    1.) __skill_put confidence 1 ;;
    0.*) __skill_put confidence "0.$part" ;;
    *) __skill_put confidence '' ;;
  esac
}
