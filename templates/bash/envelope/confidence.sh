# A number of 0 to 1 or a percentage; what is neither counts nothing.
_sk_estimate() {
  local sk_rest='' sk_whole='' sk_part=''
  _sk_first_bytes "$1" 64
  sk_rest=${_sk_q#"${_sk_q%%[!*\`\"\' "$_sk_tab"]*}"}
  sk_whole=${sk_rest%%[!0-9.]*}
  sk_rest=${sk_rest#"$sk_whole"}
  sk_whole=${sk_whole%.}
  case $sk_whole in
  '' | *.*.*) sk_whole=9 ;;
  *.*) sk_part=${sk_whole#*.} sk_whole=${sk_whole%%.*} ;;
  esac
  case $sk_rest in
  %* | ' %'*)
    sk_rest=${sk_rest#*%} sk_whole=00$sk_whole
    sk_part=${sk_whole#"${sk_whole%??}"}$sk_part sk_whole=${sk_whole%??}
    ;;
  esac
  case $sk_rest in [a-zA-Z0-9_/%-]* | ,[0-9]*) sk_whole=9 ;; esac
  sk_whole=${sk_whole#"${sk_whole%%[!0]*}"} sk_part=${sk_part%"${sk_part##*[!0]}"}
  case ${sk_whole:-0}.$sk_part in
  0. | 1.) _sk_add confidence "${sk_whole:-0}" ;;
  0.*) _sk_add confidence "0.$sk_part" ;;
  esac
}
