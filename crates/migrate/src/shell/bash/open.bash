# The descriptors, opened by the script itself.
case $__skill_q in
  none) command exec 9>&- ;;
  err) command exec 9>&1 1>&2 ;;
  null) command exec 9>&1 1>/dev/null ;;
esac
#CHANNEL
__skill_go
