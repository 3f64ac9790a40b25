# `trap` in a sourced file. In POSIX mode no function stands for it, but an alias does, and is read there without being asked for.
builtin alias trap=__skill_trap
case :$SHELLOPTS: in
  *:posix:*) ;;
  *) builtin eval 'trap() { __skill_trap "$@"; }' ;;
esac
