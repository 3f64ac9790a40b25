#!/usr/bin/env bash
__skill_envelope
skill_say background echo x | cat > f &
wait
cat f
