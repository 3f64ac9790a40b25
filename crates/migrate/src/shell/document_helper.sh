case ${CODEX_PROFILE:+codex}${GEMINI_PROFILE:+gemini} in
  codex*) __s_agent=codex ;;
  gemini*) __s_agent=gemini ;;
  *) __s_agent=claude ;;
esac
__s_stamp=$(command -p date -u +%Y-%m-%dT%H:%M:%SZ 9>&-) || __s_stamp=1970-01-01T00:00:00Z
__s_status=ok __s_error=null
if [ "$__s_success" = false ]; then
  __s_status=error __s_error=$__skill_first
  [ "$__skill_rc" != 127 ] || __s_status=tool-missing
fi
__skill_q='{"schema_version":"1.0.0","status":"'$__s_status'","error":'$__s_error',"agent":"'$__s_agent'","ts":"'$__s_stamp'","success":'$__s_success',"confidence":'${__skill_confidence:-DEFAULT_CONFIDENCE}',"deliverables":['$__s_deliverables'],"metrics":{'$__s_metrics'},"errors":['$__skill_errors'],"values":{'$__skill_values'}}'
