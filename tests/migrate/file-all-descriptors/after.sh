#!/usr/bin/env bash
__skill_envelope
exec 3>a 4>a 5>a 6>a 7>a 8>a 9>a
echo x
