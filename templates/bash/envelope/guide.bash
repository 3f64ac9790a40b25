#
#: migrated
# A script sources this file first. Its output goes to stderr from then on, and the document to stdout when it ends.
# The exit status stays the same. With SKILLGEN_STDOUT=text in the environment, it prints its former output.
#
#: end
#: called
# Source this file; it prints nothing and sets no option.
#   skill_begin [--compact] [--time]   from here on stdout belongs to the document, which is printed once, whatever ends
#     the script; --time measures how long it takes, as execution_time_ms
#: called helper-envelope-v1
#   skill_begin --schema-version=MAJOR.MINOR.PATCH   the version of your payload's shape, 1.0.0 without it
#: called
#   skill_emit [--compact]    print it now
#: end
#   skill_success true|false
#: bash
#   skill_error CODE MESSAGE [CONTEXT_JSON]   CODE in UPPER_SNAKE_CASE
#: sh
#   skill_error CODE MESSAGE   CODE in UPPER_SNAKE_CASE
#: end
#: helper-envelope-v1 bash
#   skill_status ok|partial|error|tool-missing, skill_skipped SOURCE, skill_data NAME JSON
#: helper-envelope-v1 sh
#   skill_status ok|partial|error|tool-missing, skill_skipped SOURCE
#: helper-envelope-v1
#   skill_handle_error timeout|rate-limit|invalid-input|tool-missing|STATUS [VALUE]
#: end
#   skill_deliverable PATH, skill_metric NAME NUMBER, skill_confidence N
#   skill_say KIND COMMAND...   run COMMAND, and record the value of KIND; COMMAND may be another skill_say:
#     deliverable="$file"   a file or folder, if it exists when the script ends
#     metric.rows="$n"      a number; metric.rows alone reads it from the printed line
#: numbers
#     metric.rows:2         the number in the second word of the printed line; metric.rows:2,took:4s reads two, one with a unit
#: end
#: confidence
#     confidence="$c"       0 to 1, or a percentage
#: end
#: helper-envelope-v1
#     value.KEY="$v"        a result
#     answer                all that COMMAND prints, as text or data; answer,stderr for COMMAND 2>&1
#: end
#     error, failed         the printed line says that something is wrong; error="$text" states it
#     reason                why the script fails, if it does
#: text
#     text,metric,status    search the printed line for these; lines:5,metric:2+4 searches lines 2 and 4 of five
#: end
#     background            close the caller's stdout in this job; COMMAND may be left out
#: bash
# Names begin with skill_, sk_ or _sk_; descriptor 19 keeps the caller's stdout.
#: sh
# Names begin with skill_, sk_ or _sk_; descriptor 7 keeps the caller's stdout, or the one that a script names as sk_fd.
#: end
