#!/usr/bin/env bash
__skill_envelope
echo x
[ -e nope ]
