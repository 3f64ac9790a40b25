__skill_q='{"success":'$success',"confidence":'${__skill_confidence:-DEFAULT_CONFIDENCE}',"deliverables":['$deliverables'],"metrics":{'$metrics'},"errors":['$__skill_errors']}'
