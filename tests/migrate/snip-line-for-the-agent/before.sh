#!/usr/bin/env bash
next=2026-01-02T03:04:05Z
echo "SCHEDULE_REMINDER:$next"
echo "NEXT_RUN_ISO=$next"
echo "Reminders: 1"
