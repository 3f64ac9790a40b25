#!/usr/bin/env bash
# Starts and stops the service
case "$1" in
  start) echo "starting";;
  stop) echo "stopping";;
  restart) "$0" stop; "$0" start;;
  *) echo "Usage: svc.sh {start|stop|restart}"; exit 1;;
esac
