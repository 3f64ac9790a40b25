skill_begin --compact
for a in 0 0.0 1.0 1 1.00 0.250; do
  skill_confidence "$a" || echo "refused: $a"
done
skill_metric files_modified 30
skill_metric big 123456789012345678901234567890
skill_metric small -1.5E-300
