skill_data a 1
skill_status partial
skill_emit >envelope.json
skill_accept 1 envelope.json
skill_accept 2 - <envelope.json || echo "status $?"
echo '{"schema_version":"2.0.0","state":"fine"}' | skill_accept 1 - || echo "status $?"
echo '{}' | skill_accept 1 - || echo "status $?"
echo '[' | skill_accept 1 - || echo "status $?"
skill_accept one envelope.json || echo "status $?"
skill_accept 1 nowhere.json || echo "status $?"
