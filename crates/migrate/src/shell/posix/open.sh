# The descriptors, opened by the script itself.
case $__skill_q in
  none) builtin exec 9>&- ;;
  err) builtin exec 9>&1 1>&2 ;;
  null) builtin exec 9>&1 1>/dev/null ;;
esac
#CHANNEL
__skill_go
