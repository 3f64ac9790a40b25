echo "Confidence: 0.9"
