#!/usr/bin/env bash
exec nonexistent-command-x
