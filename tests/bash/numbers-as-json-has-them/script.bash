skill_begin --compact
for a in 0 0.0 1.0 10e-1 0.1e1 1e-400 -0 100E-2 0e99; do
  skill_confidence "$a" || echo "refused: $a"
done
skill_metric files_modified 30e-1
skill_metric big 123456789012345678901234567890
skill_metric small -1.5E-300
