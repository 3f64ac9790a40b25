#!/usr/bin/env bash
__skill_envelope
( exec echo sub )
echo main
