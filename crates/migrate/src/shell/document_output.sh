__skill_q='{"success":'$__s_success',"confidence":'${__skill_confidence:-DEFAULT_CONFIDENCE}',"deliverables":['$__s_deliverables'],"metrics":{'$__s_metrics'},"errors":['$__skill_errors']}'
