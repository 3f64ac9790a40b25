if [ -n "$__skill_q" ]; then
  __skill_sub=1
  command -p rm -rf -- "${__skill_q%/*}" 2>/dev/null || :
fi
