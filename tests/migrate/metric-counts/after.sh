#!/usr/bin/env bash
__skill_envelope
n=2
skill_say metric.files_modified="$n" echo "Modified $n files"
skill_say text,metric echo "Created 3 files"
skill_say metric.files_deleted=1 echo "Files deleted: 1"
