skill_begin
skill_error DISK_FULL "no room"
exit 3
