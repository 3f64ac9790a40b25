# The milliseconds that the script took, as execution_time_ms; a time that it printed itself stays.
_sk_elapsed() {
  local sk_began="$_sk_began"
  case $_sk_metrics, in *',"execution_time_ms":'*) return 0 ;; esac
  [ -n "$sk_began" ] && _sk_now || return 0
  sk_began=$((_sk_q - sk_began))
  [ "$sk_began" -ge 0 ] || sk_began=0
  _sk_metrics=$_sk_metrics,\"execution_time_ms\":$sk_began
}
# _sk_q: the milliseconds since 1970.
_sk_now() {
#: bash
  _sk_q=${EPOCHREALTIME-}
  _sk_q=${_sk_q//[!0-9]/}
  case $_sk_q in
  ????????????????)
    _sk_q=${_sk_q%???}
    return 0
    ;;
  esac
#: end
  _sk_q=$(command -p date +%s%3N 2>/dev/null) || _sk_q=''
  case $_sk_q in *[!0-9]*) ;; ?????????????) return 0 ;; esac
  # A date that knows whole seconds only.
  _sk_q=$(command -p date +%s 2>/dev/null)000
  case $_sk_q in *[!0-9]* | 000) return 1 ;; esac
}
