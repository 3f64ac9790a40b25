#!/usr/bin/env bash
__skill_envelope
skill_say metric.files_scanned=12 echo "Files scanned: 12"
skill_say metric.coverage=0.85 echo "Coverage: 0.85"
skill_say metric.balance=-3 echo "Balance: -3"
