case ${CODEX_PROFILE:+codex}${GEMINI_PROFILE:+gemini}${CLAUDECODE:+claude} in
  codex*) agent=codex ;;
  gemini*) agent=gemini ;;
  claude*) agent=claude ;;
  *) agent=unknown ;;
esac
stamp=$(command -p date -u +%Y-%m-%dT%H:%M:%SZ 9>&-) || stamp=1970-01-01T00:00:00Z
status=ok error=null
if [ "$success" = false ]; then
  status=error error=$__skill_first
  [ "$__skill_rc" != 127 ] || status=tool-missing
fi
__skill_q='{"schema_version":"1.0.0","status":"'$status'","error":'$error',"agent":"'$agent'","ts":"'$stamp'","success":'$success',"confidence":'${__skill_confidence:-DEFAULT_CONFIDENCE}',"deliverables":['$deliverables'],"metrics":{'$metrics'},"errors":['$__skill_errors'],"values":{'$__skill_values'}}'
