#!/bin/bash
curl -s https://example.org/api | jq '.items | map(.name)'
