#!/usr/bin/env bash
__skill_envelope; 19>&- echo x | cat > f &
wait
cat f
