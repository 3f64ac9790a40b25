#!/bin/sh
set -eu
__skill_envelope
skill_say answer sh -c 'printf "{ \"n\": 1, \"list\": [1.5e3, \"é\", null, {}, [ ]] }\n"'
