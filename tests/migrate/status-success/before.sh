#!/usr/bin/env bash
echo "SUCCESS"
echo "DONE"
echo "OK"
echo COMPLETE
