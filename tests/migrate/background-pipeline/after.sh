#!/usr/bin/env bash
__skill_envelope; 9>&- echo x | 9>&- cat > f &
wait
cat f
