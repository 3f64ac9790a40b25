#!/usr/bin/env bash
echo "**Confidence:** 0.81"
echo "- **Rows**: 5"
echo "**Total: 6**"
