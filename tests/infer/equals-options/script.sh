#!/bin/bash
# Deploys a build to an environment.
ENVIRONMENT="staging"
DRY_RUN=0
for arg in "$@"; do
  case $arg in
    --env=*) ENVIRONMENT="${arg#*=}" ;;
    --replicas=*) REPLICAS="${arg#--replicas=}" ;;
    --dry-run) DRY_RUN=1 ;;
    --help) echo "deploy.sh [--env=NAME] [--replicas=N] [--dry-run]"; exit 0 ;;
    *) echo "unknown: $arg" >&2; exit 1 ;;
  esac
done
case "$ENVIRONMENT" in
  staging|production) ;;
  *) echo "ERROR: unknown environment" >&2; exit 2 ;;
esac
[[ "$REPLICAS" =~ ^[0-9]+$ ]] || { echo "ERROR: --replicas wants a number" >&2; exit 2; }
kubectl scale --replicas "$REPLICAS"
echo "SUCCESS"
