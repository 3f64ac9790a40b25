#!/usr/bin/env bash
__skill_envelope; next=2026-01-02T03:04:05Z
__skill_say metric echo "SCHEDULE_REMINDER:$next" # LEGACY (replaced with JSON): echo "SCHEDULE_REMINDER:$next"
echo "NEXT_RUN_ISO=$next"
__skill_say metric echo "Reminders: 1" # LEGACY (replaced with JSON): echo "Reminders: 1"
