#!/usr/bin/env bash
next=2026-01-02T03:04:05Z
__skill_envelope
echo "SCHEDULE_REMINDER:$next"
echo "NEXT_RUN_ISO=$next"
skill_say metric.reminders=1 echo "Reminders: 1"
