#!/usr/bin/env bash
__skill_envelope
echo "Version: 3"
echo "Date: 20240101"
echo "Task ID: 42"
echo "Total: 12,345"
echo "Done: 12%"
echo "Name: x1"
echo "PID: 123"
skill_say metric.code=007 echo "Code: 007"
echo "Port: 8080"
