#!/usr/bin/env bash
__skill_envelope
echo "SUCCESS"
echo "DONE"
echo "OK"
echo COMPLETE
