#!/usr/bin/env bash
printf 'Confidence: %.1f %%\n' 87.5
