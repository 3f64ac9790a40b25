#!/usr/bin/env bash
OUT='{"success":true,"confidence":0.8,"deliverables":[],"metrics":{},"errors":[]}'
[ -f x ] || OUT='{"success":false,"confidence":0,"deliverables":[],"metrics":{},"errors":[{"code":"FILE_NOT_FOUND","message":"x not found"}]}'
echo "$OUT"
