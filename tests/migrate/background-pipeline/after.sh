#!/usr/bin/env bash
__skill_envelope; 19>&- echo x | 19>&- cat > f &
wait
cat f
