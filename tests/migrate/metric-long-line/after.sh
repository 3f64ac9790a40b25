#!/usr/bin/env bash
__skill_envelope
number_of_documents_that_were_read_and_are_in_the_report=$(printf 'a\nb\n' | grep -c .)
skill_say metric.documents_read echo "Documents read: $number_of_documents_that_were_read_and_are_in_the_report"
skill_say metric.documents_that_were_read_once_more echo "Documents that were read once more: $number_of_documents_that_were_read_and_are_in_the_report"
