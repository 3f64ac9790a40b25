#!/bin/sh
set -eu

sh -c 'printf "{ \"n\": 1, \"list\": [1.5e3, \"é\", null, {}, [ ]] }\n"'
