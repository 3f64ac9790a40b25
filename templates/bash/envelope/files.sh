# Adds the words $1, or the path in `: PATH`, seen from the folder $2 or the first one.
_sk_seen() {
  ## `cd "$name"; echo "Created: $name/"` names the folder as it is seen from the folder where the script began.
  case $1 in ': '*) { _sk_exists "${1#: }" "$2" || _sk_exists "${1#: }" "$_sk_dir"; } && return ;; esac
  _sk_first_bytes "$1" 1024
  set -- "$_sk_q" "$2"
  ## A bare `return` in a trap gives the status from before it, so _sk_call_part can't say that there is no such function.
  ! _sk_has _sk_search || ! _sk_search "$@" || return 0
  [ -z "$_sk_missing" ] || _sk_call_part _sk_named "$1"
}
# Adds $1, seen from the folder $2, if it exists.
_sk_exists() {
  local sk_path="$1" sk_full='' sk_base="${_sk_dir%/}" sk_out='' sk_part=''
  case $sk_path in
  '' | . | .. | / | */. | */..) return 1 ;;
  \~/*) sk_full=${HOME-}${sk_path#\~} ;;
  /*) sk_full=$sk_path ;;
  *) sk_full=$2/$sk_path ;;
  esac
  [ -e "$sk_full" ] || [ -h "$sk_full" ] || return 1
  case $sk_full in
  */../* | */./* | *//*)
    sk_part=$sk_full/
    while [ -n "$sk_part" ]; do
      case ${sk_part%%/*} in '' | .) ;; ..) sk_out=${sk_out%/*} ;; *) sk_out=$sk_out/${sk_part%%/*} ;; esac
      sk_part=${sk_part#*/}
    done
    case $sk_full in */) sk_out=$sk_out/ ;; esac
    sk_full=$sk_out
    ;;
  esac
  case $sk_path,$sk_full in
  *,"$sk_base"/*) sk_full=${sk_full#"$sk_base"/} ;;
  [/\~]*) ;;
  *)
    # It was named from a folder above.
    sk_out=''
    while :; do
      sk_out=../$sk_out sk_base=${sk_base%/*}
      case $sk_full in "$sk_base"/*) break ;; esac
    done
    sk_full=$sk_out${sk_full#"$sk_base"/}
    ;;
  esac
  _sk_list "$sk_full"
}
_sk_dir=$PWD _sk_missing=MISSING
