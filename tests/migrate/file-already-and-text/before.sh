#!/usr/bin/env bash
echo "working"
echo '{"success":true,"confidence":1,"deliverables":[],"metrics":{},"errors":[]}'
