#!/usr/bin/env bash
__skill_envelope; __skill_exec nonexistent-command-x
