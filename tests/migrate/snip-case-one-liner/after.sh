#!/usr/bin/env bash
__skill_envelope; case x in x) __skill_say metric echo "Items: 1" ;; esac; __skill_say metric echo "Rows: 2"; { __skill_say metric echo "Cols: 3"; } # LEGACY (replaced with JSON): echo "Items: 1"
