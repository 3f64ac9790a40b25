case :$SHELLOPTS: in
  *:posix:*) ;;
  *) builtin eval 'trap() { __skill_trap "$@"; }' ;;
esac
