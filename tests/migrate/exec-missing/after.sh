#!/usr/bin/env bash
__skill_envelope
skill_say handover exec nonexistent-command-x
