#!/usr/bin/env bash
__skill_envelope
mkdir -p sub/deep
cd sub
touch deep/x.txt y.txt ../z.txt
skill_say deliverable=deep/x.txt echo "Created: deep/x.txt"
skill_say deliverable=y.txt echo "Modified y.txt"
skill_say deliverable=../z.txt echo "Updated: ../z.txt"
