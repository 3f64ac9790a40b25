#!/bin/bash
echo "Confidence: 0.9"
