#!/usr/bin/env bash
__skill_envelope
w() { skill_say metric.worker_jobs=4 echo "Worker jobs: 4"; }
skill_say background w &
wait
