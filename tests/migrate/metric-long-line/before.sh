#!/usr/bin/env bash

number_of_documents_that_were_read_and_are_in_the_report=$(printf 'a\nb\n' | grep -c .)
echo "Documents read: $number_of_documents_that_were_read_and_are_in_the_report"
echo "Documents that were read once more: $number_of_documents_that_were_read_and_are_in_the_report"
