# ---- legacy text ---- The text is one list of codes, $t; words, lines and tokens are positions in
# it. No token is read twice.
def word_kinds: {
    error: "error", failed: "failure", abort: "failure", aborted: "failure", confidence: "confidence",
    created: "verb", modified: "verb", updated: "verb", generated: "made", saved: "made",
    wrote: "made", written: "made", file: "place", path: "place", files: "place", paths: "place",
    duration: "time", took: "time", elapsed: "time", execution: "execution", total: "execution"
  };
def white: (. >= 9 and . <= 13) or . == 32 or . == 133 or . == 160 or . == 5760 or (. >= 8192 and . <= 8202)
  or . == 8232 or . == 8233 or . == 8239 or . == 8287 or . == 12288;
def digit: . >= 48 and . <= 57;
# Long chains of `and` and `or` are slow in jq, so frequent cases come first.
def letter: (. >= 97 and . <= 122) or (. >= 65 and . <= 90);
# Both cases are listed, because case folding also matches letters beyond ASCII.
def any_case: explode | map([.] | implode | "[\(ascii_upcase)\(.)]") | join("");
# Known words as [start, stop, kind]. By pieces, because jq counts from the start of a text for each match.
def known_words($t):
  word_kinds as $kinds
  | "(?<![\\p{Alphabetic}\\p{N}_])(?:\($kinds | keys | map(any_case) | join("|")))(?![\\p{Alphabetic}\\p{N}_])" as $known
  | range(0; $t | length; 512) as $piece
  | ([$piece - 1, 0] | max) as $from
  | $t[$from:$piece + 524] | implode
  | match($known; "g")
  | ($from + .offset) as $start
  | select($start >= $piece and $start < $piece + 512)
  | [$start, $start + .length, $kinds[.string | ascii_downcase]];
def around: (letter or digit | not)
  and (. == 34 or . == 39 or . == 96 or . == 42 or . == 40 or . == 41 or . == 91 or . == 93 or . == 60 or . == 62
    or . == 8220 or . == 8221 or . == 8216 or . == 8217 or . == 171 or . == 187);
def around_end: around or . == 44 or . == 46 or . == 59 or . == 58 or . == 33 or . == 63;
def unmarked($t; $from; $stop):
  ($from | skip($t; $stop; around)) as $from
  | $t[$from:($stop | back($t; $from; around_end))] | implode;
# In parts, because jq 1.6 returns the index of a text in bytes.
def has_extension:
  (split("/") | last // "" | split("\\") | last // "" | split(".")) as $parts
  | ($parts | last) as $extension
  | if ($parts | length) < 2 then false
    else
      ($extension | test("^([A-Za-z][A-Za-z0-9_]{0,15}|7z)$"))
        and (($extension | length) > 1 or ($parts[:-1] | join(".") | test("^[0-9.]+$") | not))
    end;
def is_path:
  ascii_downcase as $lower
  | if (["and/or", "n/a", "i/o", "w/o", "e.g", "i.e"] | any(.[]; . == $lower)) or contains("://") then false
    else (contains("/") and test("[\\p{Alphabetic}\\p{N}]") and (test("^[0-9/.:%-]*$") | not)) or has_extension
      or test("^(?:Makefile|Dockerfile|LICENSE|README|CHANGELOG|Gemfile|Rakefile|Procfile|Jenkinsfile|Justfile|CODEOWNERS)$")
    end;
def separator: . == 32 or . == 9 or . == 44 or . == 59;
# The token at a position of a line that ends at $stop: {text, path, next}. $read says how far tokens have
# been read, and the last closing quote of each kind, -1 if there are no more.
def token($t; $stop; $read):
  skip($t; $stop; . == 32 or . == 40 or . == 91 or . == 60 or . == 42 or . == 9) as $from
  | $t[$from] as $sign
  | ({"34": 34, "39": 39, "96": 96, "8220": 8221, "8216": 8217, "171": 187}["\($sign)"]) as $close
  | if $from >= $stop or $from < $read.to then {read: $read}
    else
      (if $close == null then null else $read.closed["\($close)"] end) as $last
      | (if $close == null or $last == -1 or ($last != null and $from < $last) then $stop
         else $from + 1 | skip($t; $stop; . != $close) end) as $after
      | if $close != null and $last != -1 and $last != null and $from < $last then {read: $read}
        elif $after < $stop then
          unmarked($t; $from + 1; $after)
          | {text: ., path: is_path, next: ($after + 1), read: ($read | .closed["\($close)"] = $after)}
          | (if .path then .read.to = .next else . end)
        else
          ($from | skip($t; $stop; separator | not)) as $after
          | (if $after > $from then unmarked($t; $from; $after) else null end)
          | {text: ., path: (. != null and is_path), next: $after, read: ($read | .to = $after)}
          | (if $close != null then .read.closed["\($close)"] = -1 else . end)
        end
    end;
def fresh: {to: 0, closed: {}};
def mark: . == 42 or . == 95 or . == 32 or . == 9;
def behind_colon($t; $stop):
  skip($t; $stop; white) | (if $t[.] == 58 and . < $stop then . + 1 else . end) | skip($t; $stop; mark);
def filler: ["the", "a", "an", "new", "file", "files", "path", "paths", "directory", "dir", "folder", "at", "in", "to", "under", "symlink", "link", "->", "=>", "\u2192"] as $fillers
  | ascii_downcase as $word | any($fillers[]; . == $word);
# The end of the filler at a position; null if there is none.
def behind_filler($t; $stop):
  . as $from
  | skip($t; $stop; . != 32 and . != 9 and . != 58)
  | if . >= $stop or . == $from then null
    elif . - $from <= 9 and ($t[$from:.] | implode | filler) then .
    elif . == ($from | skip($t; $stop; digit)) then .
    else null end;
# The rest of a line as one name with spaces, if it ends like a file name and is not a list, as a step; else
# $step.
def spaced_name($t; $from; $stop; $step):
  if $stop - $from > 200 then $step
  else
    unmarked($t; $from; $stop)
    | if test("[ \\t]") and has_extension and (test("[,;:(]| (?:and|in|with|from) ") | not)
      then {text: ., path: true, next: $stop, read: ($step.read | .to = $stop)} else $step end
  end;
# The names of a list, if each ends like a file name and one has a space: `a b.ts, c.ts`. Prose has words such as `the` at the
# start of a name.
def spaced_list($t; $stop):
  def article: test("\\A[aA][nN]?(?:[ \\t]|\\z)");
  def is_name:
    (split(" ")[0] // "" | split("\t")[0] // "") as $first
    | has_extension
      and (test("[:(\"'`“«→]|->|=>| (?:and|in|with|from) ") | not)
      and ((test("[ \\t]") and (($first | filler and (article | not)) or ($first | test("\\A[0-9]*\\z")))) | not);
  if $stop - . > 200 then []
  else
    $t[.:$stop] | implode
    | if test("[,;]") | not then []
      else
        [split("[,;]"; null)[]
          | explode as $name
          | ($name | length) as $length
          | (0 | skip($name; $length; . == 32 or . == 9)) as $from
          | ($length | back($name; $from; . == 32 or . == 9)) as $last
          | unmarked($name; $from; $last)]
        | if any(.[]; test("[ \\t]")) and (all(.[]; article) | not) and all(.[]; is_name) then . else [] end
      end
  end;
# The path after the `to` of `Saved the report to out/a.md`, as a step; else $step.
def destination($t; $from; $stop; $step):
  {at: $from, left: 8, found: $step}
  | until(.left == 0;
      .at as $at
      | ($at | skip($t; $stop; . != 32 and . != 9)) as $after
      | if $after >= $stop then .left = 0
        elif $after - $at <= 4 and ($t[$at:$after] | implode | ascii_downcase | . == "to" or . == "into" or . == "as") then
          ($after + 1 | token($t; $stop; $step.read)) as $token
          | .left = 0 | .found = if $token.path then $token else $step end
        else .at = $after + 1 | .left -= 1 end)
  | .found;
# The steps from token to token after a word; the last one is not a path.
def path_steps($t; $stop; $kind; $read):
  skip($t; $stop; . == 42 or . == 95 or . == 96 or . == 34 or . == 39) as $at
  | $t[$at] as $sign
  | ($at | skip($t; $stop; white) | . < $stop and $t[.] == 58) as $colon
  | if $at >= $stop or ($sign != 32 and $sign != 9 and $sign != 58) or ($sign == 58 and $t[$at + 1] == 47 and $t[$at + 2] == 47)
       # `file a.ts not found` says nothing of what was made.
       or ($kind == "place" and ($colon | not)) then {read: $read}
    else
      ($at | behind_colon($t; $stop)) as $behind
      | (if $colon and $kind != "place" then $behind | spaced_list($t; $stop) else [] end) as $names
      | if $names != [] then $names[] | {text: ., path: true, next: $stop, read: ($read | .to = $stop)} else
      $behind
      | if $kind == "verb" or $kind == "made" then
          {at: ., next: behind_filler($t; $stop)}
          | until(.next == null; .at = (.next | behind_colon($t; $stop)) | .next = (.at | behind_filler($t; $stop)))
          | .at
        else . end
      | . as $first
      | token($t; $stop; $read)
      | if .path or ($kind != "verb" and $kind != "made") then .
        elif $colon then spaced_name($t; $first; $stop; .)
        elif $kind == "made" then destination($t; $first; $stop; .)
        else . end
      | recurse(
          if .path then
            .read as $read
            | .next
            | skip($t; $stop; separator or . == 38 or . == 41)
            | (if $t[.] == 97 and $t[. + 1] == 110 and $t[. + 2] == 100 and ($t[. + 3] == 32 or $t[. + 3] == 9) and . + 3 < $stop
               then . + 3 | skip($t; $stop; white) else . end)
            | token($t; $stop; $read)
          else empty end)
      end
    end;
# {number, next} after a label, or null.
def soft: . == 32 or . == 34 or . == 39 or . == 42 or . == 96 or . == 9;
def labelled($t; $stop):
  . as $at
  | skip($t; $stop; soft)
  | (if . < $stop and ($t[.] == 58 or $t[.] == 61) then . + 1 | skip($t; $stop; soft) else . end) as $from
  | ($from | skip($t; $stop; digit)) as $whole
  | (if $t[$whole] == 46 and $whole < $stop then $whole + 1 | skip($t; $stop; digit) else $whole end) as $after
  | (if $after > $whole + 1 then $after else $whole end) as $after
  | if $from == $at or $after == $from
       or ($after + 1 < $stop and ($t[$after] | . == 46 or . == 44 or . == 47 or . == 58 or . == 39 or . == 45) and ($t[$after + 1] | digit))
    then null
    else {number: ($t[$from:$after] | implode), next: $after} end;
def stated_confidence($t; $stop):
  labelled($t; $stop)
  | if . == null then null
    else
      .next as $next
      | ($t[.next | skip($t; $stop; white)] == 37) as $percent
      | if ($percent | not) and $next < $stop and ($t[$next:$next + 1] | implode | test("[\\p{Alphabetic}\\p{N}_]")) then null
        else
          ("0" + .number + (if $percent then "e-2" else "" end) | tonumber)
          | if . >= 0 and . <= 1 then . else null end
        end
    end;
# The text of a whole number, rounded half up.
def whole:
  split(".") as $parts
  | ($parts[0] | sub("^0+"; "") | if . == "" then "0" else . end) as $digits
  # Longer numbers are ignored, because not every language can hold them.
  | if ($digits | length) > 20 then null
    elif ($parts[1] // "0") | test("^[5-9]") | not then $digits
    elif ($digits | length) > 15 then null
    else $digits | tonumber + 1 | tostring
    end;
# Whether one of these words, given as a pattern, is at a position.
def word_at($t; $stop; $word):
  . as $at
  | $t[$at:([$at + 20, $stop] | min)] | implode | test("^(?:\($word))(?![\\p{Alphabetic}\\p{N}_])");
# The rounded milliseconds after the name of a time in ms or s.
def stated_time($t; $stop):
  labelled($t; $stop)
  | if . == null then null
    else
      (.next | skip($t; $stop; white)) as $unit
      | if $unit | word_at($t; $stop; ("ms" | any_case) + "|" + ("millisecond" | any_case) + "[Ss]?") then .number | whole
        elif $unit | word_at($t; $stop; "[Ss]|" + ("sec" | any_case) + "[Ss]?|" + ("second" | any_case) + "[Ss]?") then
          (.number | split(".")) as $parts
          | (($parts[1] // "") + "000") as $fraction
          | (($parts[1] // "") | length) as $length
          | "\($parts[0])\($fraction[:3]).\(if $length > 3 then $parts[1][3:] else "" end)" | whole
        else null end
    end;
def stated_files($t; $stop):
  labelled($t; $stop)
  | if . == null or (.number | contains(".")) or .next >= $stop or ($t[.next] != 32 and $t[.next] != 9) then null
    elif .next | skip($t; $stop; white) | word_at($t; $stop; ("file" | any_case) + "[Ss]?")
    then .number | whole else null end;
def emphasis: . == 42 or . == 32 or . == 9;
def error_message($t; $stop):
  skip($t; $stop; emphasis)
  | if . < $stop and $t[.] == 58 then
      . + 1 | skip($t; $stop; emphasis) | skip($t; $stop; white)
      | if . < $stop then $t[.:$stop] | implode else null end
    else null end;
# The code and the message of a compiler behind `error`: ` TS2322: text`, `[E0425]: text`; null without any.
def coded_message($t; $stop):
  . as $at
  | ($at | skip($t; $stop; . == 32 or . == 9)) as $code
  | (if $t[$at] == 91 then "\\A\\[([A-Z]{1,8}[0-9]{1,6})\\]: " elif $code > $at then "\\A([A-Z]{1,8}[0-9]{1,6}): " else null end) as $form
  | if $form == null then null
    else
      ([$t[$code:([$code + 20, $stop] | min)] | implode | match($form)] | first) as $head
      | if $head == null then null
        else
          ($code + $head.length | skip($t; $stop; white)) as $from
          | $head.captures[0].string + ": " + ($t[$from:$stop] | implode)
        end
    end;
def edge: white or . == 58 or . == 44 or . == 59 or . == 40 or . == 41 or . == 123 or . == 125 or . == 34 or . == 39 or . == 96
  or . == 60 or . == 62 or . == 61 or . == 124 or . == 42 or . == 91 or . == 93;
def token_around($t; $from; $stop; $word):
  ($word[0] | back($t; $from; edge | not)) as $start
  | ($word[1] | skip($t; $stop; edge | not)) as $after
  | unmarked($t; $start; $after)
  | {start: $start, end: $after, whole: ., path: is_path};
# The start of a list item after its bullet; null if the line is not one.
def list_item($t; $stop):
  . as $from
  | (if $t[.] | . == 45 or . == 42 or . == 43 or . == 8226 or . == 8227 or . == 9702 or . == 8211 then . + 1
     else skip($t; $stop; digit) | if . > $from and ($t[.] == 46 or $t[.] == 41) then . + 1 else null end
     end)
  | if . == null or . >= $stop or ($t[.] != 32 and $t[.] != 9) then null
    else
      skip($t; $stop; white)
      | (if $t[.] == 91 and $t[. + 2] == 93 and $t[. + 3] == 32 and . + 3 < $stop and ($t[. + 1] | . == 32 or . == 120 or . == 88)
         then . + 4 else . end)
      | skip($t; $stop; white)
    end;
def listed_path($t; $stop):
  . as $item
  | token($t; $stop; fresh) as $token
  | if $token.text == null then null
    else
      ($t[$item] | . == 34 or . == 39 or . == 96 or . == 8220 or . == 8216 or . == 171) as $quoted
      | (if ($quoted | not) and ($token.text | has_extension | not)
            and ($item | skip($t; $stop; . != 32 and . != 9)) < $stop then unmarked($t; $item; $stop) else "" end) as $whole
      | if ($whole | has_extension) and ($whole | test("[,;:(]") | not) then $whole
        elif $token.path then $token.text
        else null end
    end;
# `3 examples, 0 failures`: the examples above it, `  raises an error`, have passed.
def examples_passed:
  "^[1-9][0-9]* examples?, 0 failures(?:, [0-9]+ pending)?$";
# `  reports a failure`: an indented line of this form may be the name of an example that passed.
def example_names:
  "^[a-z][a-z _,'()-]* failures?$";
# `CMake Warning at CMakeLists.txt:12 (message):`: the indented lines below are its text.
def warning_headings:
  "^(?:cmake )?(?:deprecation )?warning(?: [(][a-z]+[)])?(?: (?:at|in) [^ ]+(?: [(][^)]*[)])?)?:$";
# A failure, in any case.
def failure_forms:
  # `✕ deletes a file`, as jest and vitest print it
  "^[✕×] "
  # Levels of a log: `ERR: x`, `[E] x`, `level=error`, `"severity":"CRITICAL"`, `[emerg]` of nginx; pino: `{"level":50,"time":1}`
  + "|" + "^(?:err|crit|critical|emerg|emergency)(?::|]) [^0-9 ]|(?:^|[0-9z] |] )[^a-z0-9_ ](?:[a-z0-9_]*:)?(?:err|e|crit|critical|fatal|emerg|emergency|alert|panic|severe)] |(?:^|[ ,{])[^a-z0-9_ ]?(?:(?:log[.])?level|levelname|lvl|severity|severitytext)(?:=[^a-z0-9_ ]?|[^a-z0-9_ ]{2} ?[^a-z0-9_ ])(?:error|eror|err|fatal|critical|crit|panic|dpanic|emerg|emergency|alert|severe)(?:$|[^a-z0-9_])|[^a-z0-9_]level[^a-z0-9_ ]{2} ?[56]0,[^a-z0-9_ ]time"
  # syslog: `<2>Jan  5 10:00:00 web1 kernel: x`. The number modulo 8 is the level; 0 to 3 are errors.
  + "|" + "^<[0-3]>[a-z]|^<(?:[0-389]|(?:1|5|9|13|17)[016789]|(?:2|6|10|14|18)[4567]|(?:3|7|11|15)[2345]|(?:4|8|12|16)[012389])>(?:1 [0-9]{4}-|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) )"
  # git: `! [remote rejected] main -> main`, `CONFLICT (content): Merge conflict in a.c`, `remote: Repository not found.`
  + "|" + "^! [^a-z0-9_](?:remote )?(?:rejected|failure)]|^conflict [(][^)]+[)]: |^you have unmerged paths|^both (?:modified|added): |^patch failed at |^remote: (?:gitlab: )?(?:invalid username or (?:password|token)|(?:repository |project )?not found|permission to [^ ]+ denied|write access to |(?:http basic: )?access denied|you are not allowed |pre-receive hook declined|support for password authentication was removed)"
  # GitHub and other services: `{"message":"Bad credentials"}`
  + "|" + "[^a-z0-9_](?:message|error|detail)[^a-z0-9_ ]{2} ?[^a-z0-9_ ](?:bad credentials|requires authentication|not found|unauthorized|forbidden|access denied|validation failed|problems parsing json|internal server error|bad gateway|service unavailable|gateway timeout|method not allowed|too many requests|rate limit exceeded|resource not accessible by [a-z ]+)[.]?[^a-z0-9_ ]|[^a-z0-9_]documentation_url[^a-z0-9_ ]{2} ?[^a-z0-9_ ]https://docs[.]github[.]com/"
  # cmake, composer, sudo, docker, gpg, xcodebuild, the Test Anything Protocol, ansible, bun, kubectl, HTTP
  + "|" + "^-- configuring incomplete, errors occurred|: stale (?:nfs )?file handle$|^terminate called after throwing |^undefined symbols for architecture |^the following packages have unmet dependencies|^job for [^ ]+ (?:failed|cancell?ed)|^[a-z0-9_./-]+: fatal: |^unhandled (?:exception|rejection|promise rejection)|^sudo: (?:a (?:terminal|password) is required|no tty present|[0-9]+ incorrect password)|is not in the sudoers file|^no matching (?:manifest|distribution) |^service [^ ]+ is not running$|^gpg: bad signature |^[*]{2} [a-z]+ (?:failed|interrupted|cancelled) [*]{2}|^your requirements could not be resolved|^bail out!|(?:^|[^a-z0-9_])(?:unreachable|failed)=[1-9]|^[1-9][0-9]* fail$|^the connection to the server [^ ]+ was refused|^the [a-z][a-z0-9.]* [^a-z0-9_ ][^ ]+ is invalid: |^http/[0-9.]+ [45][0-9][0-9](?:$|[^0-9])|^http (?:error )?[45][0-9][0-9]: [^0-9]|@ error/[a-z0-9]+[.]c/|: not in [a-z0-9]+ format$|^your [a-z0-9 ._-]+ version is [^ ]+, but |^no pages of output[.]$|^! (?:emergency stop|undefined control sequence|latex error: |package [a-z0-9]+ error: |i can't find file|missing [^ ]+ inserted)|^detected (?:[1-9][0-9]* )?(?:errors?|problems?) in [1-9]|^can't locate [^ ]+ in @inc |^stack traceback:$|: attempt to (?:index|call|compare|concatenate|perform arithmetic on) |^no version is set for |^[45][0-9][0-9] (?:bad request|unauthorized|forbidden|not found|conflict|unprocessable entity|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)(?:: |[.!]?$)"
  # pytest: `!!!! Interrupted: 1 error during collection !!!!`
  + "|" + "^!+ (?:[a-z0-9_]+[.])*(?:keyboardinterrupt|interrupted: [^!]*|exit: [^!]*|stopping after [1-9][0-9]* failures?|session-timeout: [^!]*) !+$"
  # Counts of tests: `# cancelled 1` of node, `2 passed, 1 errored`, `Timed out: 1`, `1 did not run` of Playwright
  + "|" + "^(?:#|[^ -~]) (?:fail|failed|failures|cancelled|canceled|errored|errors|timedout|timed out|aborted|broken) [1-9]|(?:^|[|,;(:] *)[1-9][0-9]* (?:(?:tests?|suites?|test suites?|test files?|specs?|scenarios?|steps?|jobs?|tasks?|checks?|cases?) )?(?:was |were )?(?:errored|cancelled|canceled|crashed|interrupted|timedout|timed out|aborted|broken|undefined|ambiguous)(?: (?:tests?|suites?|test suites?|test files?|specs?|scenarios?|steps?|jobs?|tasks?|checks?|cases?))?(?: in [0-9.]+ ?m?s)?(?:$|[.,;|)]| [(|])|(?:^|[,;|(] *)(?:tests? )?(?:errored|cancelled|canceled|crashed|timed ?out|aborted|broken|interrupted)(?: tests?)? *[:=|] *[1-9][0-9]*(?:$|[ ,.;|)])|^[1-9][0-9]* did not run$|(?:^|[,(] *)[1-9][0-9]* (?:uncaught exceptions?|unhandled (?:rejections?|errors?))(?:$|[ ,)])"
  # Results of tests: `***Timeout` and `2 - b (Not Run)` of ctest, `TIMEOUT` of bazel and cargo-nextest, `[PANICKED]` of Ginkgo
  + "|" + "[*]{3}(?:timeout|exception(?:: [a-z]+)?|bad_command|not run) +[0-9.]+ sec|^[0-9]+ - [^ ]+ [(](?:timeout|not run|segfault|illegal|interrupt|numerical|other_fault|exception)[)]|^//[^ ]+ +(?:timeout|no status)(?: in |$)|^(?:timeout|sig[a-z]+|abort) +[^a-z0-9_ ] *[0-9.]+s] |^[^a-z0-9_]*[^a-z0-9_ ](?:timedout|interrupted|panicked|crashed)](?: |$)|^[+]+ timeout [+]+$"
  # Findings of go vet, flake8, actionlint, shellcheck, ld and black: `./a.go:6:2: undefined: foo`
  + "|" + "^(?:vet: )?[a-z0-9_./-]+[.]go:[0-9]+:[0-9]+: [^ ]|^[a-z0-9_./-]+[.]pyi?:[0-9]+:[0-9]+: [a-z]{1,4}[0-9]{2,4} |^[a-z0-9_./-]+:[0-9]+:[0-9]+: [a-z][^:]* [^a-z0-9_ ][a-z][a-z0-9-]*]$|^[~^]-+ sc[0-9]{4} [(]|: (?:undefined reference to|multiple definition of) |^would reformat:? [^ ]|^[1-9][0-9]* files? would be reformatted|^[a-z0-9_./-]+[.][a-z]{1,6}:[0-9]+:[0-9]+: [^ ]|[.]proto:[0-9]+:[0-9]+:[a-z]|^[^ :]+:[0-9]+: [^ ]+ ==> [^ ]"
  # dash and busybox: `./x.sh: 3: foo: not found`; zsh: `zsh: killed  ./a`; make: `Makefile:3: *** missing separator.  Stop.`
  + "|" + "^[a-z0-9_./-]+: [0-9]+: (?:[^:]+: (?:not found|permission denied|bad substitution)|(?:cannot (?:open|create)|syntax error)[^a-z0-9_])|^[a-z0-9_./-]*sh: [^:]+: not found$|^[a-z]*sh: (?:killed|terminated|bus error|segmentation fault|abort|illegal hardware instruction|trace trap)(?: |$)|^[^ :]+:[0-9]+: [*]{3} "
  # The result of a step: `Step 2 ... NOT OK`
  + "|" + "(?:[.][.]|[:=|>-]|–|—) *(?:not ok|not passed|timed out)[.!)| ]*$|^(?:not ok|timed out)[.!]*$";
# The same with its case.
def failure_forms_cased:
  # `AssertionError: 1 != 2`, `java.lang.NullPointerException`, `** (ArgumentError) x` of Elixir
  "^(?:Uncaught |Unhandled [Ee]xception[.:] |Caused by: |[(]node:[0-9]+[)] |E +)?(?:[a-z_][A-Za-z0-9_]*[.])*(?:[A-Z][A-Za-z0-9_]*(?:Error|Exception|RejectionWarning)(?:: |$)|Exception: )|[(](?:[A-Z][A-Za-z0-9]*::)*[A-Z][A-Za-z0-9]*Error[)]$|(?:^|: )KeyboardInterrupt$|^[*]{2} [(](?:[A-Z][A-Za-z0-9_.]*|exit|throw)[)] |^[(](?:[A-Z][A-Za-z]*)?(?:Failed|Failure|NotFound|Denied|Exceeded|Unauthorized|Forbidden|Conflict|NotAllowed|NotSupported|Unavailable|Expired|Timeout)[)] |^[(]Invalid[A-Z][A-Za-z]*[)] "
  # hadolint, markdownlint: `README.md:3 MD009/no-trailing-spaces x`
  + "|" + "^[A-Za-z0-9_./-]*[A-Za-z][A-Za-z0-9_./-]*:[0-9]+(?::[0-9]+)?:? [A-Z]{1,5}[0-9]{2,5}[/: ]"
  # `10:00:01 CRITICAL x`, supervisord: `web  FATAL  Exited too quickly`, klog: `E0101 12:00:00.000000`
  + "|" + "(?:^[^A-Za-z0-9_]?|[0-9]:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9:]+)?]?(?:[ |-]|[^!-~ ])+(?:[a-z0-9_.]+ - |[^A-Za-z0-9_ ][a-z0-9_.-]+[^A-Za-z0-9_ ] )?[^A-Za-z0-9_ ]?)(?:CRITICAL|FATAL|SEVERE|EMERG|EMERGENCY|PANIC|DPANIC)(?:[:| ]|]| -|[^!-~ ])+[A-Za-z]|^[a-z0-9_:.-]+ {2,}(?:FATAL|BACKOFF) {2,}|^[a-z0-9_./-]+: (?:FATAL|PANIC|CRITICAL): |^[EF][0-9]{4} [0-9]{2}:[0-9]{2}:"
  # `tests: NG`
  + "|" + "(?:^|(?:[.][.]|[:=|>-]|–|—) *)(?:NG|KO)[.!)| ]*$";
# A failure in the words of a sentence, in any case.
def failure_phrases:
  # `Process completed with exit code 1.`, `rc=1`, `Exited (1) 2 minutes ago`, `exited on signal 11`
  "(?:^|[^a-z0-9_])(?:exit ?code|exit_code|exit status|exit value|return code|(?:exit|exited|exits|completed|finished|failed|ended|terminated|returned|died|quit) with (?:exit |error |status )?(?:code|status)|exited with|returned (?:a )?non-?zero (?:exit )?(?:code|status)|rc)(?:[:=]| is| was|: exit status)? ?-?[1-9][0-9]{0,2}[.!)]*$|^[^a-z0-9_]*(?:exit ?code|exit status|rc) ?[:=] ?[1-9][0-9]{0,2}(?:[ ,.;)]|$)|(?:^|[^a-z0-9_])exited [(][1-9][0-9]*[)]|(?:exited on|killed by|terminated by|died (?:from|by|with)) signal|(?:^|[^a-z0-9_])sig(?:segv|abrt|bus|ill|fpe)(?:$|[^a-z0-9_])"
  # `did NOT complete successfully`, `2 tests did not pass`
  + "|" + "(?:^|[^a-z0-9_])(?:did not|didn't) (?:complete|finish|succeed|pass|build|compile|deploy|converge)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_.])[1-9][0-9]* (?:[a-z]+ )?(?:not passed|timed out)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])(?:was|were) not possible(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])something went wrong(?:$|[^a-z0-9_])|is not recognized as an internal or external command|^missing (?:required |mandatory )?(?:license header|environment variable|argument|parameter|option|input|field|flag|module|package|script|key|property)(?:: [^0-9]| [^a-z0-9_ ]| in: )|^[a-z0-9_.-]+: (?:[^:]+: )?[^:]+ (?:does not exist|is busy)[.]?$|(?:^|[^a-z0-9_])version [^ ]+ is not (?:yet )?installed(?:$|[^a-z0-9_])"
  # `coverage threshold for lines (80%) not met: 75%`
  + "|" + "(?:thresholds?|coverage|quality gate|requirements?)(?: [^ ]+){0,6} not (?:met|reached)(?:$|[^a-z0-9_])"
  # `denied: requested access`, `Permission denied, please try again.`, `Upload rejected: quota exceeded`
  + "|" + "^(?:unauthorized|denied|forbidden|access denied|permission denied)(?:: [^0-9]|[,.] |[.]?$| [(][^0-9])|: (?:unauthorized|forbidden|access denied|permission denied|authentication required|bad gateway|service unavailable|internal server error|too many requests)[.]?$|^(?:access|authentication|connection|deployment|login|push|release|request|submission|update|upload) (?:rejected|refused|denied): [^0-9]|(?:^|[^a-z0-9_])(?:access|authentication|connection|deployment|login|push|release|request|submission|update|upload) (?:was|has been) (?:rejected|refused|denied)(?:$|[^a-z0-9_])"
  # `Could not create b.ts`, at the head of a clause
  + "|" + "(?:^[^a-z0-9_]*|[.:;,] +|] | - |(?:^|[.:;,] )(?:i|we|it) (?:was |were )?)(?:could not|couldn't|cannot|can not|can't|unable to) (?:access|acquire|allocate|apply|authenticate|bind|build|checkout|clone|compile|complete|connect|contact|continue|convert|copy|create|decode|delete|deploy|determine|download|encode|execute|export|extract|fetch|find|finish|generate|get|import|initialize|install|load|locate|lock|merge|move|open|parse|process|proceed|publish|pull|push|query|reach|read|remove|render|resolve|restore|retrieve|run|save|send|set|start|stat|stop|update|upload|validate|verify|write|be created|be found|be opened|be read|be resolved|be written)(?:$|[^a-z0-9_])|[a-z0-9_'/.-] (?:could not|couldn't) be (?:applied|authenticated|completed|created|deleted|downloaded|executed|fetched|found|generated|installed|loaded|located|opened|parsed|processed|pulled|pushed|reached|read|removed|resolved|saved|sent|started|stopped|updated|uploaded|verified|written)(?:$|[^a-z0-9_])|^(?:[^a-z0-9_ ]!] )?[a-z0-9_.-]+ (?:could not|couldn't) find (?:a|an|any|compatible) "
  # `Request timed out`, `context deadline exceeded`
  + "|" + "(?:^|[^a-z0-9_])timed out(?:$|[.!,;)]|: [^0-9]| (?:after|while|waiting))|(?:^|[^a-z0-9_])deadline exceeded(?:$|[^a-z0-9_ ])"
  # What the system or Go's libraries say at the end of a line, as strerror has it: `open a.yml: permission denied`, `connect ECONNREFUSED 10.0.0.5:80`
  + "|" + "[^ ]: (?:argument list too long|operation not permitted|operation not supported|operation timed out|operation canceled|operation was canceled|no such file or directory|no such process|no such device|no such device or address|no such host|unknown host|interrupted system call|input/output error|i/o error|remote i/o error|exec format error|bad file descriptor|bad address|bad message|no child processes|resource temporarily unavailable|resource deadlock avoided|cannot allocate memory|permission denied|block device required|device or resource busy|resource busy|file does not exist|invalid cross-device link|cross-device link|not a directory|is a directory|directory not empty|invalid argument|too many open files(?: in system)?|inappropriate ioctl for device|text file busy|file too large|file name too long|no space left on device|no space left|illegal seek|read-only file system|too many links|too many levels of symbolic links|broken pipe|numerical result out of range|no locks available|function not implemented|protocol error|protocol not available|protocol not supported|value too large for defined data type|message too long|socket operation on non-socket|address family not supported by protocol|address already in use|(?:cannot|can't) assign requested address|network is down|network is unreachable|network dropped connection on reset|software caused connection abort|connection reset by peer|connection reset|connection refused|connection timed out|connection closed|no buffer space available|transport endpoint is (?:not|already) connected|cannot send after transport endpoint shutdown|host is down|no route to host|disk quota exceeded|no medium found|structure needs cleaning|key was rejected by service|name or service not known|temporary failure in name resolution|nodename nor servname provided, or not known|no address associated with hostname|executable file not found in [$%]path%?|context deadline exceeded|context canceled|i/o timeout|tls handshake timeout|gateway time-?out|server misbehaving|use of closed network connection|certificate signed by unknown authority|certificate has expired|unbound variable)(?: [(][^()]*[)])?[^a-z0-9_ ]{0,2}$|(?:mkdir|ln|open|symlink|link|rename|create|directory|file) [^ ]+: file (?:already )?exists$|: eof$|[:.] [45][0-9]{2} (?:bad request|unauthorized|forbidden|not found|method not allowed|request time-?out|conflict|gone|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)[.]?$|(?:^|: )(?:checksum|hash sum|digest|hash) mismatch(?:$|[: ])|(?:(?:get|post|put|patch|delete|head) [^ ]+ [-=]>|(?:^|[^a-z0-9_])(?:status|status code|http)[:=]?) ?50[0-9](?: (?:internal server error|not implemented|bad gateway|service unavailable|gateway time-?out))?[.]?$|(?:^|: )unknown (?:command|subcommand|option|flag|shorthand flag)(?:$|[: ])|(?:^|: )no such (?:command|container|image|network|option|package|service|table|target|task|volume)(?:$|[^a-z0-9_])|(?:^|[ :(])(?:enoent|eacces|eperm|eexist|econnrefused|econnreset|econnaborted|etimedout|enotfound|enospc|epipe|eaddrinuse|emfile|eisdir|enotdir|enotempty|erofs|ebusy|einval|ehostunreach|enetunreach|eai_again)(?:: |$)|(?:connect|getaddrinfo|listen|bind|spawn) (?:[^ ]+ )?(?:enoent|eacces|eperm|eexist|econnrefused|econnreset|econnaborted|etimedout|enotfound|enospc|epipe|eaddrinuse|emfile|eisdir|enotdir|enotempty|erofs|ebusy|einval|ehostunreach|enetunreach|eai_again)(?:$|[ :])|(?:^|[: (])[^a-z0-9_ ]errno -?[1-9][0-9]*]|(?:^|[: ])x509: (?:certificate|cannot|failed|invalid|malformed|unhandled) |: tls: [a-z]"
  # Kubernetes, docker, CloudFormation: `CrashLoopBackOff`, `a-1  0/1  Evicted  0  1m`, `(unhealthy)`, `ROLLBACK_COMPLETE`
  + "|" + "(?:^|[^a-z0-9_])(?:imagepullbackoff|crashloopbackoff|errimagepull|errimageneverpull|invalidimagename|createcontainerconfigerror|createcontainererror|runcontainererror|containercannotrun|containerstatusunknown|backofflimitexceeded|oomkilled)(?:$|[^a-z0-9_])| [0-9]+/[0-9]+ +(?:init:)?(?:error|evicted|unknown|deadlineexceeded) +[0-9]|(?:reason|status|state) ?[:=] ?[^a-z0-9_ ]?evicted|^0/[1-9][0-9]* nodes are available|[(]unhealthy[)]|is unhealthy(?:$|[^a-z0-9_])|[:=|] ?unhealthy[^a-z0-9_]*$|(?:^|[^a-z0-9_])(?:[a-z]+_)*(?:rollback_(?:complete|in_progress|failed)|(?:create|update|delete|import)_failed)(?:$|[^a-z0-9_])"
  # `Cancelled by user`, `Aborting.`, `Out of memory`, `Apply cancelled.`
  + "|" + "^[^a-z0-9_]*(?:(?:the )?(?:operation|build|job|run|script|process|command|task|request|deployment|deploy|installation|workflow|pipeline|execution|apply|destroy|plan|upload|download|push|release|merge|rebase|update|upgrade|install|transaction|checkout|import|export|backup|restore|sync|query|tests?|test run) (?:was |has been )?)?(?:interrupted|cancelled|canceled|aborted)(?: by (?:the )?[a-z]+)?[.!]*$|(?:^|[.,;:] | - )aborting(?:$|[.!,;])|(?:^|[:;(] ?|] ?)out of memory(?:$|[^a-z0-9_])|unexpected (?:end of (?:file|input|stream|data)|eof)|could not connect to server|unable to resolve host|(?:closed|ended|exited|quit|terminated|crashed|disconnected|stopped)(?: the connection)? (?:abnormally|unexpectedly)(?:$|[^a-z0-9_])|^connection (?:closed|reset|lost|dropped|timed out) by (?:[0-9]|peer|remote host|foreign host|server|invalid user)|(?:^|: )(?:build|run|job|pipeline|deployment) stopped: |(?:^|[^a-z0-9_])interrupted by (?:the )?(?:user|signal)(?:$|[^a-z0-9_])";
# No word of failure in such a line reports one, unless a number counts it.
def healthy:
  # `✓ returns error when missing (2 ms)`, `ok 1 - error is reported`
  "^[✓✔✅√] |^ok (?:[0-9]|- )|^# subtest: |^--- pass: |^[^a-z0-9_ ] *(?:run|ok) *] |[.]{3} ?(?:ok|ignored)(?: [(][^()]*[)])?$|^[a-z0-9_./-]+::[^ ]+ passed(?: |$)|^[^ :]+ > [^:]+ passed$|[.]{3} *passed +[0-9.]+ sec$|^[0-9]+/[0-9]+ [^|]* (?:ok|skip|expectedfail) +[0-9.]+ ?s$"
  # `Compiling quick-error v2.0.1`, `+ failures==0.1`
  + "|" + "^[^a-z_]*(?:compiling|checking|downloading|downloaded|installing|installed|successfully installed|adding|added|updating|updated|fetching|fetched|unpacking|building|collecting|requirement already satisfied:|using cached|locking|removing|setting up|preparing|upgrading) +[a-z0-9_@/.-]+[ @=v(-]{1,3}[0-9]+[.][0-9]|^[+~-] [a-z0-9_.-]+==[0-9]"
  # `| Failed | Passed |`
  + "|" + "^[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*[ *]*(?:passed|pass|succeeded|skipped|total)[ *]*[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*$"
  # `mean absolute error: 0.12`
  + "|" + "(?:^|[^a-z0-9_])(?:mean|absolute|squared|square|standard|relative|percentage|rms|quantization|rounding|approximation|reconstruction|prediction) error(?:[:=,.)]| is | was | of | [(]|$)|(?:^|[^a-z0-9_])(?:training|validation|test|total|max|maximum|final|average|median) error *[:=] *[0-9]+[.][0-9]+(?:e-?[0-9]+)?%?$"
  # `Failed: -`, `Error: N/A`, `failed: []`
  + "|" + "(?:^|[^a-z0-9_])(?:failed|failing|failures?|fails?|errors?)(?: [a-z]+)? *[:=|] *(?:0 [(]0[.0]*%[)]|-+|–|—|n/a|not applicable|[^a-z0-9_ ]]|[{][}]|✓|✔|✅) *$"
  # `set log level to ERROR`, `--log-level=error`
  + "|" + "log(?:ging)?[ _-]?level ?[=:]? ?(?:(?:is|was|set|to|now|changed|at) ){0,3}[^a-z0-9_ ]?(?:error|failure|critical|fatal|alert|emerg|panic)(?:$|[^a-z0-9_:])|(?:^| )--?[a-z-]+=(?:error|errors|failure)(?:$|[ ,])"
  # `warning: failed to load cache`, `npm warn cleanup Failed to remove`
  + "|" + "^(?:[^a-z]|[0-9]t[0-9]|[0-9]z)*(?:npm |[a-z][a-z0-9_.]* - |[a-z][a-z0-9_./-]*:[0-9]+(?::[0-9]+)?: )?(?:warning|warn)(?:[:)]|]| )|(?:^| )level=[^a-z0-9_]?warn|^(?:[a-z]*tex|(?:package|class) [^ ]+|(?:[a-z]+ )?deprecation|runtime|security|compiler|linker|php|ruby) warning: "
  # `Implemented retry for failed uploads`, `Wrote error report to a.log`, `The error report was written to a.log`
  + "|" + "^[^a-z0-9_]*(?:implemented|added|wrote|written|created|updated|documented|introduced|improved|refactored|renamed|generated|saved|logged|configured|enabled|tested|covered|extended|moved|exported)(?: [a-z0-9_'./-]+){0,6} (?:failed|failing|failure|failures|error|errors) (?:attempts|builds|cases|conditions|deliveries|downloads|events|files|jobs|logins|messages|notifications|output|pages|payments|report|reports|requests|responses|runs|states|summary|tasks|tests|uploads)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])(?:error|failure) (?:report|log|summary|file|page|list)s? (?:was |were |is |has been |have been )?(?:written|saved|generated|created|exported|uploaded|stored|sent)(?:$|[^a-z0-9_])"
  # `[main 1a2b3c] Fix crash: error when empty`
  + "|" + "^[^a-z0-9_ ][a-z0-9_/.#-]+(?: [(]root-commit[)])? [0-9a-f]{6,40}] |^head is now at [0-9a-f]{6,40} |^[*|/ ]*[0-9a-f]{7,40} (?:[(][^)]*[)] )?(?:fix|add|allow|avoid|bump|check|clean|do not|don't|drop|ensure|handle|implement|improve|introduce|log|make|merge|move|name|print|prevent|raise|read|refactor|reject|remove|rename|replace|report|return|revert|say|show|simplify|skip|support|update|use|write|feat|chore|docs|test|perf|style|build|ci)"
  # `Switched to branch 'fix-error'`, `* fix/error`
  + "|" + "^switched to (?:a new )?branch |^already on [^a-z0-9_ ]|^on branch [^ ]+$|^your branch is |^deleted (?:remote-tracking )?branch |^branch [^a-z0-9_ ]|^merge (?:branch|pull request|tag|remote-tracking branch) |^[*+] [^ :]+$|^(?:[*+=-] )?[^a-z0-9_ ]new (?:branch|tag)] |^[*] (?:branch|tag) +[^ ]+ +-> |^[+*]? ?[0-9a-f]{7,40}[.]{2,3}[0-9a-f]{7,40} "
  # `-- Could NOT find Doxygen (missing: DOXYGEN_EXECUTABLE)` of cmake
  + "|" + "^-- (?:could not find|looking for|check for|checking for) |^-- [a-z_]+[(][^()]*[)]$"
  # Lines of code below a warning of rustc: `2 |     let error = 1;`; what the Go compiler says of its optimizations
  + "|" + "^[0-9]+ +[|] {3,}[^|]*$|^[0-9]+ +[|] [^|]*[;{(,]$|[.]go:[0-9]+:[0-9]+: (?:can inline|inlining call|moved to heap|leaking param|[^:]* does not escape|[^:]* escapes to heap)|^[a-z0-9_./-]+:[0-9]+:[0-9]+: (?:note|info|remark|hint|help|style|debug): "
  # `No results with a severity of 'error' found!`
  + "|" + "^[^a-z0-9_]*no (?:results|findings|problems|issues|messages|entries|lines|diagnostics|matches|occurrences|records|violations)(?: [a-z'-]+){1,6} (?:found|detected|reported)[.!]*$"
  # `SUCCESS (after 2 failed attempts)`
  + "|" + "(?:succeeded|success|passed|ok|completed|connected|done|finished|recovered)(?: [^ .;:]+){0,4} [(]?after (?:[0-9]+|a|one|two|three|several|some) (?:failed|unsuccessful) (?:attempts?|tries|try|retries|retry)(?:$|[^a-z0-9_])"
  # `SUCCESS: reproduced the error`
  + "|" + "^[^a-z0-9_]*success: (?:[a-z0-9_./-]+ )*(?:errors?|failures?)(?: [a-z0-9_./-]+)*[.!]?$";
# The same with its case: `time="10:00:00" level=info msg="no error"`, `[INFO] no error`. Words in capitals (`[INFO] BUILD FAILURE`, `[INFO] Error: x`) still count.
def healthy_cased:
  "^(?:[^A-Za-z]|[0-9]T[0-9]|[0-9]Z)*(?:[a-z][A-Za-z0-9_.]* - |[^A-Za-z0-9_ ][a-z][A-Za-z0-9_.-]*[^A-Za-z0-9_ ] )?(?:(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE)(?:[:| ]|]| -)|(?:info|debug|trace|notice|verbose)(?::|]) |npm (?:info|verb|notice) )(?:[^AEF]|A[^Bb]|E[^Rr]|F[^Aa])*[AEF]?$|(?:^|[ ,{])[^A-Za-z0-9_]?(?:level|severity)(?:=[^A-Za-z0-9_]?|[^A-Za-z0-9_]{2} ?[^A-Za-z0-9_])(?:info|INFO|debug|DEBUG|trace|TRACE|notice|NOTICE)(?:$|[^A-Za-z0-9_](?:[^AEF]|A[^B]|E[^R]|F[^A])*[AEF]?$)";
# A failure, also in a warning: `[warn] Code style issues found in the above file.`
def failures_in_warnings:
  "code style issues (?:were )?found in |(?:^|[^a-z0-9_])(?:leaks|vulnerabilities|violations|offenses|misspellings|typos) (?:found|detected): [1-9]|(?:^|[^a-z0-9_])found [1-9][0-9]* (?:known |security |lint )?(?:vulnerability|vulnerabilities|violations?|offenses?|leaks?|misspellings?|typos?)(?: in |[.,!]|$)";
# The branch that git is on, in its list: `* main`. Indented names in that list, such as `  error`, are branches.
def current_branches:
  "^[*] (?:[^ :]+|[(][^()]+[)])$";
# No word of failure in such a line reports one, whatever counts it. `Found 3 errors (3 fixed, 0 remaining).`, `1 chart(s) linted, 0 chart(s) failed`
def settled_lines:
  "^found [0-9]+ errors? [(][0-9]+ fixed, 0 remaining[)][.]?$|^[1-9][0-9]* [a-z]+(?:[(]s[)])? [a-z]+, 0 [a-z]+(?:[(]s[)])? failed[.]?$|^==[0-9]+== error summary: 0 errors ";
# A success, in any case.
def success_forms:
  # node's `# pass 5`, bun's `12 pass`, ansible, eslint
  "^(?:#|[^ -~]) pass [1-9]|^[1-9][0-9]* pass$|(?:^| )ok=[1-9][0-9]* +changed=[0-9]+ +unreachable=0 +failed=0(?:$| )|^[^a-z0-9_]*no (?:problems|issues|errors|vulnerabilities|offenses|violations)(?: were)? (?:found|detected|identified|reported)[.!]*(?: [(][^()]*[)])?$|(?:^|[,;] )found no (?:problems|issues|errors|vulnerabilities|offenses|violations)[.!]*$|^passed checks: [1-9][0-9]*, failed checks: 0(?:,|$)|^0 failures, 0 errors[.]?$|(?:^|] |[ap]m - )found 0 (?:vulnerabilities|errors|issues|problems|warnings)(?:$|[^a-z0-9_])|^0 (?:issues?|problems?|offenses?|violations?|vulnerabilities)(?:[(]s[)])?(?: found| detected| reported)?[.!]*$|^status: deployed$|^passed: 0 failure[(]s[)]|(?:^|] )tests run: [1-9][0-9]*, failures: 0, errors: 0(?:,|$)|^no syntax errors detected in |^no errors detected in |^no security vulnerability advisories found|^executed [0-9]+ out of [0-9]+ tests?: [1-9][0-9]* tests? pass(?:es)?[.]$"
  # What cmake, docker, bazel, yarn, tox, cargo, npm, uv and systemctl print at the end
  + "|" + "^-- build files have been written to: |^#[0-9]+ done [0-9.]+s$|^[^a-z0-9_ ][+]] building [0-9.]+s [(][0-9]+/[0-9]+[)] finished(?: |$)|^//[^ ]+ +(?:[(]cached[)] +)?passed(?: in [0-9.]+s)?$|^(?:lerna )?success (?:saved|installed|uninstalled|published|built|created|added|removed|uploaded|deployed|no vulnerable )|^congratulations :[)]|^published [^ ]+ v[0-9]|^(?:installed|uninstalled|audited|added|removed|changed) [1-9][0-9]* packages?(?:,(?: and)? [a-z]+ [0-9]+ packages?)* in [0-9.]+m?s$|^up to date(?:, audited [0-9]+ packages?)? in [0-9.]+m?s$|^active: active [(]|: success: no issues found|^(?:[^a-z]*info[^a-z]*)?(?:documentation|docs|site|book|image|project|bundle|app|package|pages) built in [0-9.]+ ?(?:ms|s|seconds)[.]?$"
  # `Found 3 errors (3 fixed, 0 remaining).`, `1 chart(s) linted, 0 chart(s) failed`
  + "|" + "^found [0-9]+ errors? [(][0-9]+ fixed, 0 remaining[)][.]?$|^[1-9][0-9]* [a-z]+(?:[(]s[)])? [a-z]+, 0 [a-z]+(?:[(]s[)])? failed[.]?$|^==[0-9]+== error summary: 0 errors ";
# A success in the words of a sentence, in any case.
def success_phrases:
  # `Verification passed: 12/12`, `Process finished with exit code 0`
  "[a-z] passed: [1-9][0-9]*/[0-9]+[.)]*$|(?:^|[^a-z0-9_])(?:exited|exit|finished|completed|ended|terminated|returned)(?: with)?(?: exit)? (?:code|status)[ :=]*0[.!]*$";
# They leave a success or a failure of FAILURE_PHRASES and SUCCESS_PHRASES open.
def open_phrases:
  # `if the build did not complete`, `could not open cache, using defaults`
  "(?:^|[^a-z0-9_])(?:if|unless|when|whenever|until|should|would|may|might|handle|handles|handled|returns?|prints?|says|means|fixed|fixes|resolved|avoids?|prevents?|e[.]g[.]|how to|previously|earlier|allowed|ignored|expected (?:exit|status|return)|expects?|as expected|as intended)(?:$|[^a-z0-9_])|^[^a-z0-9_]*(?:note|hint|tip|fix|expected)(?:$|[^a-z0-9_])|[,;(-] ?(?:but |so )?(?:skipping|using|retrying|rebuilding|continuing|falling back|ignoring|creating|downloading|building|trying|will retry)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_./-])example(?:$|[ :,;])|(?:^|[^a-z0-9_])no (?:pods?|containers?|jobs?|replicas?|nodes?|services?) |^[^.!:;]*[?]$|(?:^|[^a-z0-9_])(?:0|no|zero|none|nothing)(?: of)?(?: the)?(?: [a-z]+)? (?:did not|didn't|was not|were not|not passed|timed out)(?:$|[^a-z0-9_])";
# A word of success in such a line states none.
def no_success:
  # `missing SUCCESS`, `SUCCESS flag is unset`, `far from SUCCESS`, `SUCCESS (skipped)`
  "(?:^|[^a-z0-9_])(?:missing|lacks|lacking|hardly|far from|short of|instead of|rather than|nowhere near|no longer|anything but)(?: (?:a|an|any|the|real|complete))* success(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success(?: (?:flag|marker|value|state|status|message))* (?:(?:is|was|remains|still) )?(?:unset|absent|empty|missing|undefined|not set)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success *[^a-z0-9_ ](?:skip|skipped|not run|no-op|noop|disabled|ignored)[^a-z0-9_]*$"
  # `const SUCCESS = 1`
  + "|" + "(?:^|[^a-z0-9_])(?:const|let|var|final|static|define|export|readonly|declare)(?: [a-z0-9_<>]+){0,3} success(?: *=|[ ;]*$| [0-9])"
  # `Are you done`
  + "|" + "^[^a-z0-9_]*(?:are|is|was|were|do|did|does|have|has|can|could|will|would|should) (?:you|it|we|they|this|that|the|there|all)(?: [^ .!:]+)*$";
# What the whole line says: that nothing was made, or what went wrong.
def makes_nothing:
  ascii_downcase
  | test("\\A(?:[✗❌✘✖]|\\[?fail|\\[error|error(?! report))|dry[ _-]run|already exist|\\(simulated\\)")
    or ((match("(?<![a-z0-9_])(?:created|modified|updated|saved|generated|wrote|written)(?![a-z0-9_])") // null) as $verb
      | $verb != null and (explode[:$verb.offset] | implode
        | test("(?<![a-z0-9'])(?:not|never|no|nothing|would|will|should|could|cannot|can't|failed|unable|wasn't|if)(?![a-z0-9'])")));
def of_another:
  ascii_downcase
  | test("-\\z|min|max|required|threshold|target|(?<![a-z0-9_])(?:checkpoint|previous|before|baseline|example|expected|earlier|last)(?![a-z0-9_])");
# `failed: 3`, `Missing files: 2`: a line that counts what failed. `Port already in use: 8080` names one failure.
def is_summary:
  test(":[0-9 ]*[0-9]\\z")
  and (ascii_downcase
    | test("\\A(?!(?:cannot|could|no|not|too|unable) )(?:[a-z_-]+ ){0,2}(?:broken|count|error|fail|failed|failing|found|invalid|missing|skipped|total|[a-z_-]+[a-hj-rtv-z]s) *:[0-9 ]*[0-9]\\z|\\A[a-z _-]+: *[0-9]+(?:(?:[,;]| [|/]) [a-z _-]+: *[0-9]+)+\\z"));
# Whether a line begins with `ERROR text` in capitals, and is no heading; the input is the line without its tags.
def says_error($line):
  ($line | test("ERROR|FATAL"))
  and (test("\\A(?:==.*==|--.*--|##.*##|==|--|##)\\z") | not)
  and ($line
    | sub("\\A(?:\\[[^\\]]{0,200}\\]|[^A-Za-z0-9/._`'\"~$<{])*"; "")
    | test("\\A(?:ERROR|FATAL) +[^ ]+ +[^ ]") and (.[6:] | test("[a-z]")));
# The message of a line that begins with a failure sign, the tag [ERROR], or `ERROR text`, perhaps after other tags; null
# for other lines.
def stated_failure:
  . as $line
  | sub("\\A(?:(?!\\[[eE][rR][rR][oO][rR]\\] )\\[(?:(?!\\] ).)*+\\] )*+"; "")
  | if (test("\\A(?:[✗❌✘✖]|\\[[eE][rR][rR][oO][rR]\\])") or says_error($line)) | not then null
    else
      $line
      | sub("\\A(?:\\[[^\\]]{0,200}\\]|[^A-Za-z0-9/._`'\"~$<{])*"; "")
      # `error: x` and `Build error: x` are handled with their words, and `✗ failed: 3` is a
      # summary.
      | if test("\\A(?:[A-Za-z]+ ){0,2}[eE][rR][rR][oO][rR]:") or is_summary then "" else . end
      | explode | . as $t | length as $stop
      | (0 | skip($t; $stop; white)) as $from
      | if $from == $stop then null else $t[$from:($stop | back($t; $from; white))] | implode end
    end;
# Whether the number at the end of a line belongs to what failed: `✗ Port already in use: 8080`.
def fails_with_number: test(":[0-9 ]*[0-9]\\z") and stated_failure != null;
# A line without its bullet, marks and tags, unless nothing else is in it.
def without_marks:
  . as $line
  | sub("\\A(?:\\[[^\\]]{0,200}\\]|[^A-Za-z0-9/._`'\"~$<{])*"; "")
  | if . == "" then $line else . end;
# Is what follows FAILED at the head of a line a count: `: 3`, ` tests: 3`? `: upload of x: 3` names what failed.
def counts_failures:
  sub("\\A[^A-Za-z0-9_]*(?:FAILED|FAILURE|FAIL)"; "")
  | test("\\A(?:[ :]*|(?: [A-Za-z]+){1,2} ?: ?)[0-9]+ *\\z");
# A text with `_` at these places, lists of an offset and a length.
def overwritten($places):
  if $places == [] then . else reduce ($places[] | range(.[0]; .[0] + .[1])) as $at (explode; .[$at] = 95) | implode end;
# Words of success, and words that make it uncertain in the same clause. In lower case.
def claims: "success|successful|successfully|succeeded|done|complete|completed|ok|passed";
def failures: "failure|fail";
# What is counted: `2 of 3 tests passed`.
def things: "test|tests|step|steps|check|checks|job|jobs|task|tasks|item|items|case|cases|suite|suites|build|builds|request|requests|file|files|assertion|assertions|example|examples|spec|specs|scenario|scenarios|package|packages|module|modules|rule|rules|run|runs|operation|operations";
def contrary: "failure|fail|failed|error";
# Words of lines that are not about this run.
def of_others: "\\[ \\]|expect|want|previous|prior|earlier|usage|todo|fixme|example|sample|default|possible|valid|allowed|legend|hint|tip|last|pending|target|goal|required|desired|needed|awaited|fail|error";
# Before a word of success or failure in its clause, they leave it open: `did not finish successfully`.
def open_words: "(?<![a-z0-9_])(?:not|never|no|none|nothing|nobody|neither|nor|cannot|t|isnt|wasnt|hasnt|didnt|doesnt|without|if|unless|until|whether|when|once|wait|waits|waiting|await|awaits|awaiting|should|would|could|might|must|will|can|unable|perhaps|maybe|probably|possibly|presumably|supposedly|allegedly|hopefully|hope|case|previously|formerly|fails|trying|tries|tried|need|needs)(?![a-z0-9_])";
# Whether a clause in lower case leaves a failure uncertain: `no failure`, `on FAILURE`, `failure
# rate`.
def leaves_failure_open:
  . as $clause
  | ((match(open_words) // null) as $open
    | $open != null and ($clause | explode[$open.offset + $open.length:] | implode | test("(?<![a-z0-9_])(?:\(failures))(?![a-z0-9_])")))
  or test("\\?\\z|(?<![a-z0-9_])(?:(?:for|expect|expects|expected|expecting|want|wants|wanted|be|almost|nearly|hardly|partial|partially|partly|mostly|barely|half|non|semi|on|of|upon|after|before|than|any|each|every|print|prints|echo|printf|grep|match|matches|matching|contain|contains|containing|find|finds|return|returns|word|string|text|phrase|keyword|token|means|mean|denotes|indicates|called|say|type|enter|press|click|simulate|simulated|ignore|ignored)(?:[ \\t]+-[a-z]+)*[ \\t]+[\"'*`]*(?:\(failures))(?![a-z0-9_])|(?:\(failures))[ \\t]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage)(?![a-z0-9_]))|(?<![a-z0-9_./=])0[ \\t]+(?:\(failures))(?![a-z0-9_])");
# Whether a line in lower case is not about this run: `Expected: SUCCESS`, `[ ] done`, `prints SUCCESS or FAILURE`.
def is_of_other:
  "(?:[\"'*` \\t]*[/|][\"'*` \\t]*|[\"'*` \\t]+or[\"'*` \\t]+)" as $either
  | test("\\A(?:[-*+][ \\t]*)?\\[ \\]|\\A[^a-z0-9_]*(?:expect|expects|expected|want|wants|wanted|previous|previously|prior|earlier|usage|todo|fixme|example|sample|default|possible|valid|allowed|legend|hint|tip|last[ \\t]+(?:run|status|result|build|attempt|exit))(?:[ \\t]+[a-z]+){0,2}[\"'*` \\t]*[:=]|\\A[^a-z0-9_]*(?:pending|target|goal|required|desired|needed|awaited)(?:[ \\t]+(?:status|result|state|outcome|conclusion|verdict))?[\"'*` \\t]*[:=][\"'*` \\t]*(?:\(claims)|pass)(?![a-z0-9_])|(?<![a-z0-9_])(?:\(claims)|pass)\($either)(?:\(contrary))(?![a-z0-9_])|(?<![a-z0-9_])(?:\(contrary))\($either)(?:\(claims)|pass)(?![a-z0-9_])");
# A line in lower case without the tags before its first word.
def labelled_body:
  sub("\\A(?:\\[[^\\]]{0,200}\\]|[^A-Za-z0-9/._`'\"~$<{])*"; "") | sub("\\A[^A-Za-z0-9_]*"; "") | ascii_downcase;
# Whether a line says `failure: text` or `Result: FAIL`.
def reports_failure:
  (ascii_downcase | contains("fail") and (is_of_other | not))
  and ("[\"'*` \\t]*[:=][\"'*` \\t]*" as $colon
    | "[.!]?[\"'*` \\t]*(?:\\z|[,;|})\\]])" as $rest_end
    | labelled_body
    | test("\\A(?:[a-z]+[ \\t]+){0,2}(?:status|result|conclusion|outcome|verdict|state)\($colon)(?:failed|failure|fail)(?![a-z0-9_=-])")
      or (test("\\A(?:failure|fail)\($colon)")
        and (test("\\A(?:failure|fail)\($colon)(?:(?:false|no|none|null|nil|undefined|nope|n|never|not|[0-9]+)\($rest_end)|0(?![a-z0-9_.%]))") | not)
        and (test("\\A(?:failure|fail)(?:[ :]*|(?: [a-z]+){1,2} ?: ?)[0-9]+ *\\z") | not)));
# Whether a line reports a failure that may be another program's: `[INFO] BUILD FAILURE`, `2 failures`.
def is_failing:
  ascii_downcase as $lower
  | "[\"'*` \\t]*[:=][\"'*` \\t]*" as $colon
  | ($lower | contains("fail") or contains("errors"))
    and (test("(?<![A-Za-z0-9_])(?:FAILURE(?![A-Za-z0-9_-]|\($colon)[0-9])|FAIL[^A-Za-z0-9_?]*\\z|FAILURES[ \\t]*!)")
      or ($lower | test("(?:(?<![a-z0-9_])failure|[:=][\"'*` \\t]*fail)[^a-z0-9_?]*\\z|(?<![a-z0-9_./=:])[1-9][0-9]*[ \\t]+(?:failures?|failing)(?![a-z0-9_])"))
      or any($lower | match("(?<![a-z0-9_])(?:(max|maximum|min|allowed|expected|previous|last|target)[ \\t]+)?(?:failures?|errors)(?=\($colon)[1-9])"; "g"); .captures[0].string == null));
# Values that leave a word of success open: `success: pending`, `SUCCESS (maybe)`, `done - not yet`.
def unsure: "false|no|none|nope|null|nil|undefined|nan|n|na|never|not|unknown|pending|maybe|perhaps|possibly|probably|unlikely|partial|partially|partly|tbd|tba|tbc|undetermined|undecided|unclear|uncertain|unconfirmed|unverified|untested|inconclusive|indeterminate|tentative|provisional|preliminary|incomplete|dryrun|simulated|simulation|mock|mocked|fake|dummy|hypothetical";
# Values that do so behind `success:` only: `success: off`, `success: running`.
def states: "off|running|ongoing|queued|waiting|awaiting|processing|scheduled|planned|skipped|disabled|inactive|unset|missing|unavailable|blocked|cancelled|canceled|deferred|delayed|paused|started|todo|expected|required|needed|wanted|denied|failed|failure|fail|error";
# Behind such a value, they show that it is the whole one: `success: pending review`.
def followers: "because|until|till|since|for|on|as|at|due|while|if|review|approval|confirmation|verification|yet|now|only|really|quite|reached|achieved|confirmed|available|applicable|determined|known|verified|set|sure|guaranteed|seen|found|longer|more";
def verbs: "is|was|are|were|has|still|remains|seems|appears|looks|currently|set|to";
def soft_signs: "[\"'*` \\t]*";
# Between a word of success and its value: a sign, a bracket, a tag, a verb or spaces.
def noun: "(?:[ \\t]+(?:flag|value|state|status|result))?";
def signs: "(?:\(soft_signs)(?:[:=]{1,2}>?|--?>?|\u2192|\\.{2,}|[\\])>(\\[<,/\u2013\u2014])){1,3}\(soft_signs)";
def link: "\(noun)(?:\(signs)|[ \\t]+(?:(?:\(verbs))[ \\t]+){0,3})";
def claim_value_end: "(?:[.!]?\(soft_signs)(?:\\z|[,;|})\\]<(#]|[-\u2013\u2014]{1,2}[ \\t>])|[.!][ \\t])";
def open_end: "(?:\(claim_value_end)|[ \\t]+(?:\(followers))(?![a-z0-9_]))";
def edge_before: "(\\A|[^a-z0-9_])";
def aspect: "(?:(?:is|was|has|did|are|all|overall)_?)?";
def stems: "success|successful|successfully|succeeded";
# The second group of each is a word of success that states none: `SUCCESS (with errors)`, `non-SUCCESS`, `/tmp/success`,
# `print("SUCCESS")`, `done.txt`. In lower case.
def open_claims:
  "\(edge_before)(\(aspect)(?:\(claims)))(?=\(link)(?:\(unsure)|dry[ _-]run|in[ \\t-]progress|to be|n/a|\\?)\(open_end))",
  "\(edge_before)(\(aspect)(?:\(stems)))(?=\(noun)\(soft_signs)[:=]{1,2}>?\(soft_signs)(?:\(states))\(open_end))",
  "\(edge_before)(\(aspect)success)(?=\(link)(?:0+(?:\\.0+)?|zero)\(claim_value_end))",
  "\(edge_before)(\(claims))(?=\(soft_signs)(?:[:=(\\[-]\(soft_signs))?[0-9]{1,2}(?:\\.[0-9]+)?[ \\t]?%)",
  "\(edge_before)(\(claims))(?=(?:\(soft_signs)[(\\[,;\u2013\u2014-]+[ \\t]*|[ \\t]+)(?:(?:but|though)[ \\t]+)?with(?:[ \\t]+(?:[1-9][0-9]*|some|many|several|a|few|minor|major|the)){0,2}[ \\t]+(?:errors|error|failures|failure|problems|issues)(?![a-z0-9_]))",
  "((?:\\A|[^a-z0-9_])(?:(?:non|un|not|no|pre|post|on|if|semi|quasi|pseudo|half|near|almost|in|anti|partial|partially|fake|mock|would)-|to[ \\t]+(?=complete(?![a-z0-9_]))))(\(claims))(?![a-z0-9_])",
  "([/\\\\]|\\$\\{?|(?:(?<=[a-z0-9_])|!)\\([\"'`]|(?:(?<=[a-z0-9_])|[\"'})\\]])[ \\t]*={2,3}[ \\t]*[\"'`]?|(?:!=+|<>|\u2260|=~)\(soft_signs))(\(claims))(?![a-z0-9_])",
  "\(edge_before)(\(claims))(?=\\.[a-z][a-z0-9]{0,4}(?![a-z0-9_]))";
# A line says that its success is denied: `not successful`, `un-successful`, `success is false`. In lower case.
def denied:
  "(?:\\A|[^a-z0-9_])(?:un-?success(?:ful(?:ly)?)?|(?:not|no|never|without|t|isnt|wasnt|hasnt)(?:[ \\t]+(?:a|an|any|been|was|were)){0,2}(?:[ \\t]+|-)(?:\(stems)))(?![a-z0-9_])",
  "(?:\\A|[^a-z0-9_])\(aspect)(?:\(stems))(?:\(link)(?:false|no|none)(?=\(open_end))|\(soft_signs)[|\u2502]\(soft_signs)false(?![a-z0-9_]))",
  "(?:\\A|[^a-z0-9_])success\(soft_signs)[:=]\(soft_signs)0(?=\(soft_signs)(?:\\z|[,;|})\\]]))";
# The same for `success: true`.
def affirmed:
  "(?:\\A|[^a-z0-9_])\(aspect)success(?:ful)?\(link)(?:true|yes)(?![a-z0-9_.])";
# Before a statement, in its clause, they make it a condition; behind it, they make it a part of something else.
def hypothetical: test("(?:\\A|[^a-z0-9_])(?:if|unless|when|whenever|whether|until|would|could|might|should|shall|case|why|how)(?![a-z0-9_])");
def open_before: test(open_words);
def conditional: test("\\A[ \\t-]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage|message|messages|marker|flag|callback|handler|hook|if|unless|when|only|or)(?![a-z0-9_])|\\A[^,;:!.(){}\\[\\]|?]*\\?");
# The part of a clause in lower case before a position.
def clause_before($at):
  explode[:$at] | implode
  | explode[(last(match("(?:[,;:!?()\\[\\]{}|]|\\.[ \\t]|[ \\t](?:and|but|so|then|[-–—])[ \\t])"; "g") | .offset + .length) // 0):] | implode;
# Whether a line in lower case makes one of these statements about its run; words before it may make it uncertain.
def says(rules; uncertain):
  . as $line
  | any(rules as $rule | match($rule; "g");
      . as $found
      | ($line | clause_before($found.offset + 1) | uncertain | not)
        and ($line | explode[$found.offset + $found.length:] | implode | conditional | not));
# Whether a line in lower case is about no real run: `[DRY RUN] SUCCESS`, `SUCCESS (simulated)`.
def is_simulated: test("[\\[({<](?:[^\\])}>]{0,40}[^a-z0-9_\\])}>])?(?:dry[ _-]?run|simulated|simulation|mock|mocked|fake|dummy|hypothetical)(?:[^a-z0-9_\\])}>][^\\])}>]{0,40})?[\\])}>]|\\A[^a-z0-9_]*(?:dry[ _-]?run|simulated|simulation|mock|mocked|fake|dummy|hypothetical)(?:[ \\t]+mode)?[ \\t]*(?:[:|]|[-–—]+[ \\t])");
def is_part: .[0] == "0" or ((.[1] // "") != "" and .[1] != .[0]);
# Directly before the word: `for SUCCESS`; after it: `SUCCESS was not reached`, `SUCCESS rate`, `SUCCESS is required`,
# `SUCCESS in log not found`, `SUCCESS with errors`.
def open_beside:
  "(?<![a-z0-9_])(?:(?:for|expect|expects|expected|expecting|want|wants|wanted|be|almost|nearly|hardly|partial|partially|partly|mostly|barely|half|non|semi|on|of|upon|after|before|than|any|each|every|print|prints|echo|printf|grep|match|matches|matching|contain|contains|containing|find|finds|return|returns|word|string|text|phrase|keyword|token|means|mean|denotes|indicates|called|say|type|enter|press|click|simulate|simulated|ignore|ignored)(?:[ \\t]+-[a-z]+)*[ \\t]+[\"'*`]*(?:\(claims))|(?:\(claims))(?:[ \\t]+[a-z]+)?[ \\t'’]+(?:not|never|cannot|t)|success[ \\t]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage)|success(?:[ \\t]+(?:is|was|are|were|has|still|remains|seems|appears|looks|currently|set|to))?[ \\t]+(?:pending|expected|required|needed|wanted|missing|unknown|unlikely|impossible|or|possible|possibly|questionable|doubtful|awaited|denied|will|would|should|could|might|may|must|can|depends|if|unless|when|once|yet|requires|needs|means)|success(?:[ \\t]+[a-z]+){0,4}[ \\t]+(?:not|never)[ \\t]+(?:found|seen|reached|present|printed|reported|logged|confirmed|detected|achieved))(?![a-z0-9_])";
# A percentage that is not the whole: `50% done`.
def open_percentage: "(?<![a-z0-9_.])[0-9]{1,2}(?:\\.[0-9]+)?[ \\t]?%[ \\t]+(?:\(claims))(?![a-z0-9_])";
# A share of a whole: `2/3 succeeded`, `0 of 3 tests passed`, `0 tests passed`.
def open_share:
  "(?<![a-z0-9_./=])([0-9]+)(?:(?:[ \\t]*/[ \\t]*|[ \\t]+(?:out[ \\t]+)?of[ \\t]+)([0-9]+))?(?:[ \\t]+(?:\(things)))?[ \\t]+(?:\(claims))(?![a-z0-9_])";
# Whether a clause in lower case leaves success uncertain.
def leaves_open:
  . as $clause
  | endswith("?")
    or ((match(open_words) // null) as $open
      | $open != null
        and ($clause | explode[$open.offset + $open.length:] | implode | test("(?<![a-z0-9_])(?:\(claims))(?![a-z0-9_])")))
    or test(open_beside)
    or test(open_percentage)
    or any(match(open_share; "g");
      [.captures[].string] | is_part);
# `SUCCESS: 0/3`
def claimed_shares:
  "(?<![a-z0-9_])(?:\(claims))[\"'*` \\t]*(?:[:=(-][\"'*` \\t]*)?[0-9]+(?:[ \\t]*/[ \\t]*|[ \\t]+(?:out[ \\t]+)?of[ \\t]+)[0-9]+";
# A line without its uncertain words of success.
def without_open_claims($is):
  # Most lines contain none of these words.
  if ($is.fail or $is.is_unsure) | not then . else
  (claims | split("|") | map(any_case) | join("|")) as $words
  | (failures | split("|") | map(any_case) | join("|")) as $failures
  | reduce open_claims as $rule (.; overwritten(ascii_downcase | [match($rule; "g") | .captures[1] | [.offset, .length]]))
  # `SUCCESS: 0/3`
  | gsub("(?<![A-Za-z0-9_])(?<word>\($words))(?<behind>[\"'*` \\t]*(?:[:=(-][\"'*` \\t]*)?(?<count>[0-9]+)(?:[ \\t]*/[ \\t]*|[ \\t]+(?:[oO][uU][tT][ \\t]+)?[oO][fF][ \\t]+)(?<whole>[0-9]+))";
      (if [.count, .whole] | is_part then "_none" else .word end) + .behind)
  | gsub("[ \\t](?<sign>[aA][nN][dD]|[bB][uU][tT]|[sS][oO]|[tT][hH][eE][nN]|[-–—])[ \\t]"; "\u0001\(.sign)\u0001")
  | gsub("\\.[ \\t]"; ".\u0001")
  | gsub("(?<clause>[^,;:!?()\\[\\]{}|\u0001]+\\??)";
      .clause
      | (ascii_downcase | leaves_open) as $open
      | if ascii_downcase | leaves_failure_open then gsub("(?<![A-Za-z0-9_])(?:\($failures))(?![A-Za-z0-9_])"; "_none") else . end
      | if $open then gsub("(?<![A-Za-z0-9_])(?:\($words))(?![A-Za-z0-9_])"; "_none") else . end)
  | split("\u0001") | join(" ")
  end;
# Whether a line begins with FAILED, unless it counts.
def says_failed:
  test("\\A[^A-Za-z0-9_]*(?:FAILED|FAILURE|FAIL)(?![A-Za-z0-9_-])")
  and (test("\\A[^A-Za-z0-9_]*(?:FAILED|FAILURE|FAIL)[\"'*` \\t]*[:=][\"'*` \\t]*0(?![A-Za-z0-9_.%])") | not)
  and (counts_failures | not);
# Words of failure in lower case, and what says that they report none: `0 tests failed`, `Failed: none`.
def faults: "failed|failure|failures|fail|fails|failing|error|errors|abort|aborted|unsuccessful|unsuccessfully";
# Behind `error`, they name a subject; and behind that, they say something of it.
def subjects: "handling|handler|handlers|reporting|recovery|messages|logging|logs|log|tracking|correction|detection|boundary|boundaries|page|pages|policy|checking|monitoring|codes|paths|rate|rates|ratio|margin|budget|tolerance|percentage";
def about: "enabled|disabled|configured|added|updated|improved|installed|initialized|implemented|active|on|off|ok|is|was|are|were|in|for|of|below|above|under|within|at|over|written|saved|works|tests|and|with|to|has|have|deployed|created|generated|fixed|ready|shown|cleared|loaded";
# Before a word of failure, perhaps with words between: they say that it is past.
def settling: "fixed|resolved|repaired|corrected|handled|ignored|suppressed|retried|reran|removed|cleaned|cleared|skipped|recovered|prevented|avoided|deleted|expected|known|earlier|prior|intentional";
def to_settle: "fixes|fixing|resolves|resolving|ignores|ignoring|retries|retrying|reruns|rerunning|removes|removing|skips|skipping|prevents|avoids|catches|handles";
def settled_inner: "up|from|the|a|an|all|any|of|this|that|every|each|old|single|last|first|previous|previously|one|two|three";
# What an option does on an error: `--fail-on error`, `retry on error`.
def reactions: "continue|continues|stop|stops|fail|fails|abort|aborts|exit|exits|retry|retries|retrying|halt|break|bail|quit|notify|alert|warn|rollback|back|skip|raise|throw|die|resume|ignore|act|run|runs|trigger|called";
def cases: "if|when|whenever|unless|until|upon";
def harmless:
  "(?:\\.[ \\t]|\\.?[\"'*` \\t]*(?:\\z|[^a-z0-9_\"'*` \\t(.:%/=+-]))" as $ends
  | "[✗❌✘✖][ \\t]*[0-9]+[ \\t]+problems?[ \\t]*\\(|[✗❌✘✖][^a-z0-9_✗❌✘✖]{0,8}" as $cross
  | "[\"'*` \\t]*[:=|│(\\]][\"'*` \\t]*" as $named
  | "0+(?:\\.0+)?%?(?=(?:[ \\t]*/[ \\t]*[0-9]+|[ \\t]+(?:out[ \\t]+)?of[ \\t]+[0-9]+)?(?:[ \\t]+(?:\(things))(?![a-z0-9_]))?(?:\($ends)|\\.?[\"'*` \\t]*(?:\\([0-9]|[a-z_]+[ \\t]*[:=]|(?:skipped|ignored|pending|total|todo|warnings|errors|cancelled|flaky)(?![a-z0-9_]))))" as $zero
  | "(?:\($cross)|(?<![a-z0-9_]))(?:\(faults))(?:[ \\t]+(?:\(things))){0,2}(?:(?:\($named)|[ \\t]+)\($zero)|\($named)(?:none|nothing|no|null|nil|false|zero)(?=\($ends)))",
    "(?:\($cross)|(?<![a-z0-9_./=:]))(?:0|no|zero|none|nothing|not|never)(?:[ \\t]*/[ \\t]*[0-9]+)?(?:[ \\t]+(?:of[ \\t]+(?:the[ \\t]+)?[0-9]+|out|of|the|these|any|a|an|single|been|has|have|had|was|were|is|are|did|yet|\(things))){0,5}[ \\t]+(?:\(faults))(?![a-z0-9_-])",
    "[✗❌✘✖][ \\t:]{0,8}\($zero)",
    # `Attempt 1 failed, retrying in 2s`, `Fix error handling`
    "(?<![a-z0-9_✗❌✘✖])(?:\(faults))(?:[ \\t]+[0-9]+)?[,;(. \\t-]+(?:retrying|ignored|ignoring|continuing)(?![a-z0-9_])";
# The same, with what is overwritten in the second group.
def harmless_words:
  "(\\A|[^a-z0-9_✗❌✘✖])(errors?|failures?)(?=[ \\t]+(?:\(subjects))(?![a-z0-9_])(?:[ \\t]*(?:\\z|[.,;)|:=])|[ \\t]+(?:\(about))(?![a-z0-9_])))",
  "((?:\\A|[^a-z0-9_✗❌✘✖])(?:(?:\(settling))(?:[ \\t]+(?:\(settled_inner)|[0-9]+|\(things))){0,4}|(?:\(to_settle))(?:[ \\t]+(?:\(settled_inner)|[0-9]+|\(things))){1,4})[ \\t]+)(\(faults))(?![a-z0-9_-])",
  "((?:\\A|[^a-z0-9_✗❌✘✖])(?:\(to_settle))[ \\t]+)(errors?|failures?)(?![a-z0-9_-])",
  "((?:\\A|[^a-z0-9_✗❌✘✖])(?:(?:\(reactions))[ -]on[ -]|(?:\(cases)|case of)[ \\t]+)(?:(?:any|first|every|each|an|the|a|some|it|there is)[ \\t-]){0,2})(\(faults))(?![a-z0-9_-])",
  "\\A([^a-z0-9_✗❌✘✖]*on[ \\t]+(?:(?:any|first|every|each|an|the|a|some|it|there is)[ \\t]){0,2})(\(faults))(?![a-z0-9_-])",
  "(\\A|[^a-z0-9_✗❌✘✖])(fails?|aborts?)(?=[ -]on[ -](?:(?:any|first|every|each|an|the|a|some|it|there is)[ \\t-]){0,2}_)",
  "(\\A|[^a-z0-9_✗❌✘✖])(\(faults))(?=-(?:[a-z]|[0-9]+\\.[0-9]))";
def places($rule): [match($rule; "g") | [.offset, .length]];
# A line with `_` for words of failure that report none, and for a cross before them; $is has the patterns that it matches.
def without_harmless($is):
  # Most lines contain none of these words.
  if $is.harm | not then .
  else
    $is.settled as $is_settled | ($is.healthy or $is.healthy_cased) as $is_healthy
    | reduce ([harmless] | to_entries[] | select($is["harmless_\(.key)"]).value) as $rule (.; overwritten(ascii_downcase | places($rule)))
    | reduce ([harmless_words] | to_entries[] | select($is["words_\(.key)"]).value) as $rule (.;
        overwritten(ascii_downcase | [match($rule; "g") | .captures[1] | [.offset, .length]]))
    # `-- Performing Test HAVE_X - Failed`
    | (if $is.probed then overwritten(ascii_downcase | places("(?<=- )(?:\(faults))\\z")) else . end)
    | if $is.in_name | not then . else overwritten(places("(?<![A-Za-z0-9_])(?:FAILED|FAILURE|FAIL|ERROR|ABORT|ABORTED|SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED|Failed|Failure|Failures|Error|Errors)(?=(?:[./-][A-Za-z0-9_]+){0,4}\\.[a-z][a-z0-9]{0,4}(?![A-Za-z0-9_/]|\\.[A-Za-z0-9_]))")) end
    | if $is.qualified | not then . else overwritten(ascii_downcase
      | [match("(?<![a-z0-9_:])[a-z0-9_]+(?:::[a-z0-9_]+)+"; "g")
        | .offset as $from | .string | match("(?<![a-z0-9_])(?:\(faults))(?![a-z0-9_])"; "g") | [$from + .offset, .length]]) end
    | if $is.tabled | not then . else overwritten(ascii_downcase
      | [match("(?<![a-z0-9_])(?:passed|pass|executed|skipped|total|succeeded|ok)[ \\t]*[|│][ \\t]*(?<fault>\(faults))(?=[ \\t]*(?:\\z|[|│]))"; "g")
        | .captures[0] | [.offset, .length]]) end
    # `✓ returns error when missing`; `2 failed` is a count, `2 failed attempts` is none.
    | (if $is_settled or $is_healthy then overwritten(ascii_downcase
       | [match("((?:(?<![a-z0-9_.:/=])[1-9][0-9]{0,9}[ \\t]{1,4})?)(?<![a-z0-9_])(\(faults))(?![a-z0-9_])(?:((?=[ \\t]+(?:attempt|attempts|tries|try|retries|retry)(?![a-z0-9_])))|)"; "g")
         | select($is_settled or .captures[0].length == 0 or .captures[2].offset >= 0) | .captures[1] | [.offset, .length]])
     else . end)
  end;
# Lines that programs print in a form of their own: `cp: x: No such file or directory`, `12 files inspected, no offenses
# detected`, `Built in 1.2s`.
def tool_crashes:
  "^(?:[a-z0-9_-]*make(?:\\[[0-9]+\\])?: \\*\\*\\* |E: [A-Z][a-z]|ERR_|Exception in thread \"|curl: \\(|Killed$)|^[A-Za-z0-9_./-]+(?:\\[[0-9]+\\])?: (?:.*: )?(?:No such file or directory|Permission denied|Operation not permitted|Operation timed out|Connection refused|Connection timed out|Connection reset by peer|No route to host|Network is unreachable|Name or service not known|No space left on device|Disk quota exceeded|Read-only file system|Is a directory|Not a directory|Directory not empty|Text file busy|Device or resource busy|Address already in use|Cannot allocate memory|Broken pipe|Bad file descriptor|Input/output error|Exec format error|Argument list too long|unbound variable)\\.?(?: \\([0-9]+\\))?$|: line [0-9]+: +[0-9]+ +(?:Killed|Terminated|Aborted|Hangup|Bus error|Illegal instruction|Floating point exception)(?![A-Za-z0-9_])";
# Whether a line in lower case counts errors: `1 errors`, but not `Fixed 3 errors`.
def counts_errors:
  contains("errors")
  and any(match("(?:([a-z0-9_]{1,16})[ \\t]+|(?<![a-z0-9_./=:]))[1-9][0-9]*[ \\t]+errors(?![a-z0-9_-])(?=(?:[ \\t]+([a-z0-9_]+))?)"; "g");
    [.captures[] | .string // ""]
    | (.[0] | test("\\A(?:fixed|ignored|resolved|suppressed|corrected|skipped|max|maximum|allowed|expected|of)\\z") | not)
      and (.[1] | test("\\A(?:fixed|ignored|resolved|suppressed|corrected|skipped|handled|fixable)\\z") | not));
# Whether a line in lower case says that it ended without errors: `Completed with 0 errors`, `Finished without any problems`.
def ends_clean:
  . as $line
  | contains("with")
    and (([match("(?:\\A|[^a-z0-9_])(?:complete|completed|done|finished|ended|exited|terminated|ran|built|compiled|deployed|installed|executed|processed|imported|exported|validated|migrated|uploaded|synced|tested|passed|succeeded|success|successful|concluded)(?:[ \\t]+[a-z]+){0,2}[ \\t]+(?:with[ \\t]+(?:0|no|zero)|without(?:[ \\t]+any)?)[ \\t]+(?:errors|error|failures|failure|problems|issues)(?![a-z0-9_-])")] | first) as $found
      | $found != null
        and ($line | clause_before($found.offset + 1) | open_before | not)
        and ($line | explode[$found.offset + $found.length:] | implode | test("\\A[^,;:!.()]*\\?") | not));
# Whether a line says that a program succeeded: `3 examples, 0 failures`.
def tool_succeeded:
  test("[|│:.=-][ \\t]*(?:PASS|PASSED)[^A-Za-z0-9_?]*\\z|\\A(?:\\[[^\\]]{0,200}\\][ \\t]*)+[ \\t›»>:|-]{0,4}[✓✔✅]")
  or (ascii_downcase | ends_clean)
  or (test("[0-9]") and (ascii_downcase
    | test("\\A[^a-z0-9_?]*(?:built|finished)[ \\t](?:[^0-9]*[ \\t])?in[ \\t]+[0-9]")
      or ((match("(?<![a-z0-9_./=:-])[1-9][0-9]*[ \\t]+(?:\(things))(?![a-z0-9_])") // null) as $ran
        | $ran != null and (explode[$ran.offset + $ran.length:] | implode
          | test("[^a-z0-9_./=:-](?:0|no|zero)[ \\t]+(?:failure|failures|failed|error|errors|offense|offenses|issue|issues|problem|problems)(?![a-z0-9_-])")))));
# The number of characters of a line that are read for what it says about success.
def longest_judged: 2000;
def crashes:
  "^(?:[Ff]atal|FATAL|panic):|Traceback \\(most recent call last\\)|Segmentation fault|[Cc]ommand not found|npm ERR!|core dumped|panicked at ";
# What the head of a line, or a word in it, says of success; in lower case, and with its case.
def claimed:
  "[\"'*` \\t]*[:=][\"'*` \\t]*" as $colon
  | "(?:success(?:ful)?|done|completed?|ok|passed)(?:[^a-z0-9_?]*\\z|[.!][ \\t])" as $last
  | "(?<![a-z0-9_])(?:(?:succeeded|successfully)(?![a-z0-9_])|success\($colon)1(?![a-z0-9_.]))|\\A[^a-z0-9_?]*(?:(?:success(?:ful)?|done|completed?|ok)(?:\\z|[:.!,*]|[ \\t]*[)\\]]|[ \\t]-)|passed[ \\t]*\\])|\\A[^a-z0-9_?]*(?:(?:done|completed|ok)[ \\t]+(?:in[ \\t]|[1-9][0-9]*(?:\\z|[ \\t]+[a-z#_-]))|ok(?: *\\t|[ \\t]\\()|passed!)|(?<![a-z0-9_])(?:success|completed?|done)[ \\t]+in[ \\t]+[0-9]|(?<![a-z0-9_])(?:all|100%)(?:[ \\t]+(?:[0-9]+|the|of|our|have|has|were|are|\(things))){0,4}[ \\t]+(?:passed|succeeded|completed)(?![a-z0-9_])|(?<![a-z0-9_])\($last)|(?<![a-z0-9_./=:])[1-9][0-9]*[ \\t]+pass(?:ed|ing)(?![a-z0-9_]|[ \\t]+(?:of|out)(?![a-z0-9_]))";
def claimed_cased:
  "\\A[✓✔✅]|(?<![A-Za-z0-9_])(?:SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED)(?![A-Za-z0-9_])|\\A[^A-Za-z0-9_?]*(?:PASS|PASSED)(?![A-Za-z0-9_-]|[ \\t:=]*[0-9])";
# What a line says about success; null if it says nothing, which is no success. $is has the patterns that it matches.
def verdict($is):
  ascii_downcase as $lower
  | "[\"'*` \\t]*[:=][\"'*` \\t]*" as $colon
  | if $is.crashes then "LEGACY_ERROR"
    elif ($is.fail
        and (says_failed
          # `[INFO] FAILED: y`
          or (sub("\\A(?:\\[[^\\]]{0,200}\\]|[^A-Za-z0-9/._`'\"~$<{])*"; "") | says_failed)
          or reports_failure))
      or ($is.denied and ($lower | (is_of_other | not) and says(denied; hypothetical)))
    then "REPORTED_FAILURE"
    # Most lines contain none of these words.
    elif ($is.claims | not) or ($is.of_other and ($lower | is_of_other)) then if test("\\A[✓✔✅]") then "success" else null end
    elif $is.not_ok and test("\\Anot ok(?![A-Za-z0-9_])") and ($lower | test("#[ \\t]*(?:todo|skip)") | not) then "failing"
    else
      . as $line
      | without_open_claims($is)
      | if ($is.fail or $is.errors) and is_failing then "failing"
        elif $is.affirmed and ($lower | says(affirmed; open_before)) then "success"
        else
          # `SUCCESSFUL: 0`
          (if $is.no_count
           then gsub("(?<![A-Za-z0-9_])(?:[sS][uU][cC][cC][eE][sS][sS][fF][uU][lL](?:[lL][yY])?|[sS][uU][cC][cC][eE][eE][dD][eE][dD])(?=\($colon)0(?![A-Za-z0-9_.%]))"; "none")
           else . end)
          | ascii_downcase as $lower
          # Where nothing was overwritten, the patterns of the line decide.
          | (if . == $line then $is.claimed or $is.claimed_cased else test(claimed_cased) or ($lower | test(claimed)) end) as $is_claimed
          | if $is_claimed or ($is.outcome and (labelled_body | test("\\A(?:[a-z]+[ \\t]+){0,2}(?:status|result|conclusion|outcome|verdict|state)\($colon)(?:ok|success(?:ful)?|succeeded|pass(?:ed)?|completed?|done)[\"'*` \\t]*(?:\\z|[.,;!|()\\]}])")))
            then "success"
            else null end
        end
    end;
# A share of a whole, in lower case: `successfully processed 0 of 12 records`, `verification passed: 3/12`.
def is_share:
  test("[0-9](?: of | out of |/)[0-9]")
  and any(match("(?<![a-z0-9_])(?:success|successful|successfully|succeeded|passed)((?::? +[a-z]+){0,2}):? +([0-9]+)(?: out of | of |/)([0-9]+)(?![a-z0-9_/]|\\.[0-9])"; "g") | [.captures[].string];
    (.[0] // "" | test(" (?:part|step|page|chunk|batch|phase|stage|attempt|item|file|volume|try|retry|test|shard|round)\\z") | not) and (.[1:] | is_part));
# Whether the form of a line says that it failed: `KeyError: 'a'`, `Could not create b.ts`.
def fails_by_form($is):
  $is.fails_in_warning
  or (($is.fails or $is.fails_cased or ($is.fails_in_words and ($is.is_open | not))) and (($is.healthy or $is.healthy_cased) | not));
# The same with the words of programs, for a line without the words of failure that report none.
def completed_verdict($line; $is):
  ascii_downcase as $lower
  | (if $is.fail and ($lower | contains("[fail]")) then "REPORTED_FAILURE" else verdict($is) end) as $verdict
  | if $verdict != null and $verdict != "success" then $verdict
    elif ($is.errors and (($lower | counts_errors) or test("(?<![A-Za-z0-9_])ERRORS[ \\t]*!")) or fails_by_form($is)) and (($is.of_other and ($lower | is_of_other)) | not)
    then "failing"
    elif ($verdict == "success"
        or (($is.succeeds or ($is.succeeds_in_words and ($is.leaves_open | not)) or ($is.tool and ($line | tool_succeeded))) and (($is.of_other and ($lower | is_of_other)) | not)))
      and ($is.no_success or ($line | ascii_downcase | ($is.share and is_share) or ($is.simulated and is_simulated)) | not)
    then "success"
    else null end;
# A decimal as JSON has it, without zeros at its end.
def plain_number: if contains(".") then sub("0+\\z"; "") | sub("\\.\\z"; "") else . end | if . == "-0" then "0" else . end;
# The metric that a line states, `Lines of code: 450`: its name in snake_case and the number as JSON; empty where it states none.
def metric:
  . as $line
  | (capture("\\A[^A-Za-z0-9_]*(?:(?<verb>[dD][eE][lL][eE][tT][eE][dD]|[rR][eE][mM][oO][vV][eE][dD]|[cC][hH][aA][nN][gG][eE][dD]):?[ \\t](?<count>0|[1-9][0-9]{0,10})[ \\t][fF][iI][lL][eE][sS]?(?![A-Za-z0-9_])|(?<total>0|[1-9][0-9]{0,10})[ \\t][fF][iI][lL][eE][sS]?[ \\t](?<done>[cC][rR][eE][aA][tT][eE][dD]|[mM][oO][dD][iI][fF][iI][eE][dD]|[uU][pP][dD][aA][tT][eE][dD]|[dD][eE][lL][eE][tT][eE][dD]|[rR][eE][mM][oO][vV][eE][dD]|[cC][hH][aA][nN][gG][eE][dD])[.!]?\\z)")
    | [({created: "files_created", deleted: "files_deleted", removed: "files_deleted"}[(.verb // .done) | ascii_downcase] // "files_modified"), (.count // .total)]) // (
  capture("\\A[^A-Za-z0-9_]*(?<label>[A-Za-z][A-Za-z0-9 _./()#&+-]{0,59})\\**:[* \\t]*(?<number>-?(?:0|[1-9][0-9]{0,10})(?:\\.[0-9]{1,4})?)\\.?\\**\\z")
  | (.label | ascii_downcase | gsub("[^a-z0-9]+"; "_") | sub("_\\z"; "")) as $stated
  # `Error code: 5`, but not `Lines of code: 5`; `Updated at 12:30`; `src/a.js:3` is a place, `Listening on localhost:8080` an address.
  # `PASS file is there: b` names a check; `HTTP requests: 5` counts something.
  | if ($stated | test("\\A(?:fail|pass|ok|skip|warn|info|debug)_(?!(?:.*_)?(?:rate|count|total|percent|percentage|ratio)(?:_|\\z))"))
      or (($stated | test("(?:\\A|_)http(?:_|\\z)")) and (($stated | test("[^_][^_][^_s]s\\z") | not) or ($stated | endswith("status"))))
      or (($stated | endswith("_code")) and ($stated | endswith("of_code") | not)) or ($line | test("[0-9]:[0-9]")) or (($line | test(":[0-9]")) and (.label | contains(" ") or has_extension)) or ($stated | test("(?:\\A|_)(?:id|ids|pid|uid|gid|version|ver|date|year|port|timestamp|commit|build|sha|hash|phone|zip|confidence|exit|index|timeout|threshold|limit|interval|delay)(?:_|\\z)|\\Anot(?:_|\\z)|\\A(?:error|actual|expected|got|value|want|wanted|line|column|status|rc|errno|step|phase|stage|attempt|iteration|retry|try|pr|issue|ticket|file|project|image|container|host|hostname|release|node|node_js|npm|python|ruby|java|go|rust|max_iterations|max_retries|max_attempts|max_tokens|from|since|until|exception|.*(?:[a-z0-9]error|[a-z0-9_]exception))\\z|\\A(?:attempt|iteration|phase|stage|step|try)_[0-9]+\\z|\\A(?:checking|creating|deleting|downloading|installing|removing|searching|skipping|starting|using)_")) then empty
    else
      ({modified_files: "files_modified", updated_files: "files_modified", files_updated: "files_modified", files_changed: "files_modified",
        created_files: "files_created", deleted_files: "files_deleted", removed_files: "files_deleted", files_removed: "files_deleted",
        duration_ms: "execution_time_ms"}[$stated] // $stated) as $name
      | (.number | plain_number) as $number
      | if ($name | test("\\A(?:execution_time_ms|files_(?:modified|created|deleted))\\z")) and ($number | test("[-.]")) then empty
        else [$name, $number] end
    end);
# `Results: 3 passed` as passed, 3; empty where a part is no such.
def counted_metric:
  def bare: sub("\\A[ \t]+"; "") | sub("(?<![ \t])[ \t]+\\z"; "");
  split(": ") as $sides
  | ($sides[1:] | join(": ") | bare) as $rest
  | (if ($rest | contains(" ")) and ($sides[0] | ascii_downcase | test("(?:\\A|[^a-z])(?:results?|summary|tests|totals?)\\z"))
     then $rest else bare end)
  | capture("\\A(?<number>-?(?:0|[1-9][0-9]{0,10})(?:\\.[0-9]{1,4})?) (?<word>checks|errors|failed|ok|passed|run|skipped|succeeded|tests|total|warned|warnings)\\z")
  | [.word, (.number | plain_number)];
# The metrics of a line: `Lines of code: 450`, or `Results: 3 passed, 1 failed`.
def metrics:
  . as $line
  | (if test(", |; | [|/\u00b7] ") then [sub("(?<![ =*#-])[ =*#-]+\\z"; "")] | reduce (", ", "; ", " | ", " / ", " \u00b7 ") as $separator (.; map(split($separator)[])) else [] end) as $parts
  | (if ($parts | length) < 2 or ($parts | length) > 16 then [] else [$parts[] | first(counted_metric, metric)] end) as $several
  | if $several != [] and ($several | length) == ($parts | length) and ($several | map(.[0]) | unique | length) == ($parts | length)
    then $several[] else $line | metric end;
# ---- lines ---- jq compiles a pattern whenever it is used, so each one is tried on many lines at once.
# Patterns of lines by name: of a line, in lower case and not, and of a line without the words of failure that report none.
def patterns:
  {
    text: {
      harm: "fail|error|abort|succ|[✗❌✘✖]", heads_warning: warning_headings, passes_examples: examples_passed, healthy: healthy,
      settled: settled_lines, succeeds: success_forms, succeeds_in_words: success_phrases, leaves_open: open_phrases, no_success: no_success,
      number: ":[* \\t]*-?[0-9]|[0-9][ \\t]file|[0-9] (?:checks|errors|failed|ok|passed|run|skipped|succeeded|tests|total|warned|warnings)(?![a-z0-9_])",
      tool: "pass|with|built|finished|fail|error|offense|issue|problem|[✓✔✅]",
      share: "[0-9](?: of | out of |/)[0-9]", simulated: "dry|simulat|mock|fake|dummy|hypothetical"
    },
    text_cased: {healthy_cased: healthy_cased, lists_branches: current_branches},
    harmless: (
      ([harmless] | to_entries | map({"harmless_\(.key)": .value}) | add) + ([harmless_words] | to_entries | map({"words_\(.key)": .value}) | add)
      # What the other rules made of the line decides.
      + {words_5: "(?:fails?|aborts?)[ -]on[ -]"}
      + {probed: "\\A-- performing test (?:.* )?- (?:\(faults))\\z", in_name: "\\.[a-z]", qualified: "::", tabled: "[|│]"}
    ),
    spoken: {
      fails: failure_forms, fails_in_words: failure_phrases, is_open: open_phrases, fails_in_warning: failures_in_warnings, fail: "fail",
      errors: "errors", denied: ([denied] | join("|")), affirmed: affirmed, of_other: "\(of_others)|[/|]|(?<![a-z])or(?![a-z])", not_ok: "not ok",
      is_unsure: "\([open_claims] | join("|"))|\(claimed_shares)|[?]|\(open_words)|\(open_beside)|\(open_percentage)|\(open_share)",
      no_count: "0", outcome: "(?:status|result|conclusion|outcome|verdict|state)[\"'*` \\t]*[:=]", claimed: claimed, claims: "(?<![a-z0-9_])(?:\(claims))(?![a-z0-9_])|success|fail|pass|errors"
    },
    spoken_cased: {
      fails_cased: failure_forms_cased, claimed_cased: claimed_cased, crashes: "\(crashes)|\(tool_crashes)", stated: "[✗❌✘✖]|\\[[eE][rR][rR][oO][rR]\\]|ERROR|FATAL"
    }
  }
  # For many lines at once: no sign of a class is a line end.
  | map_values(to_entries | map({key, value: ("(?m:\(.value))" | split("\\A") | join("^") | split("\\z") | join("$") | split("[^") | join("[^\n"))}));
# Adds to the objects of lines, one a line of $text, which patterns it matches.
def matched($text; $places; $patterns):
  reduce $patterns[] as $one (.;
    reduce ($text | match($one.value; "g").offset) as $at (.; .[$places[$at]][$one.key] = true));
# The same with the places of the lines, $texts.
def matched_lines($texts; $patterns; $cased):
  ($texts | join("\n")) as $text
  | [range($texts | length) as $at | range(($texts[$at] | length) + 1) | $at] as $places
  | matched($text | ascii_downcase; $places; $patterns)
  | matched($text; $places; $cased);
# Adds to lines which patterns they match (`is`), and their texts without the words of failure that report none (`spoken`).
def scanned($patterns):
  . as $lines
  | map(.text[:longest_judged]) as $starts
  | ($lines[0].text[longest_judged:] != "") as $is_long
  # The last word of a start is not the last one of the line.
  | (if $is_long then " _" else "" end) as $goes_on
  | (map({}) | matched_lines($starts; $patterns.text; $patterns.text_cased)) as $is
  | (if any($is[]; .harm) then $is | matched_lines($starts; $patterns.harmless; []) else $is end) as $rules
  | [range(length) as $at | $starts[$at] | without_harmless($rules[$at])] as $spoken
  | (if $is_long then map({}) | matched_lines([$starts[0] + $goes_on]; $patterns.text; $patterns.text_cased) else $is end)
  | matched_lines($spoken | map(. + $goes_on); $patterns.spoken; $patterns.spoken_cased)
  | [range(length) as $at | . as $is | $lines[$at] | .is = $is[$at] | .spoken = $spoken[$at] + .text[longest_judged:]]
  | if $is_long then
      .[0] |= ((.text | ascii_downcase) as $lower
        | .is += {number: true, stated: true, passes_examples: ($lower | test(examples_passed)),
            heads_warning: ($lower | test(warning_headings)), lists_branches: (.text | test(current_branches))})
    else . end;
# The lines of a text from their starts and the end of the text; a line above `...ignoring` of ansible is ignored.
def lines($t):
  . as $starts
  | [range(length - 1) | $starts[.] as $start | ($starts[. + 1] - 1) as $after
      | ($start | skip($t; $after; white)) as $from
      | ($after | back($t; $from; white)) as $stop
      | {start: $start, from: $from, stop: $stop, text: ($t[$from:$stop] | implode)}] as $lines
  | [range($lines | length) | select($lines[.].text != "")] as $full
  | reduce (range(1; $full | length) | select($lines[$full[.]].text == "...ignoring") | $full[. - 1]) as $at ($lines; .[$at].is_ignored = true)
  | . as $lines
  # Lines of some kilobytes at once; a long one alone.
  | [foreach .[] as $line ({at: 0, size: 0};
      ($line.stop - $line.from) as $size
      | if .size > longest_judged or $size > longest_judged or .size + $size > 8192
        then {at: (.at + 1), size: $size} else .size += $size + 1 end;
      .at)] as $groups
  | [0, (range(1; length) | select($groups[.] != $groups[. - 1])), length] as $bounds
  | patterns as $patterns
  | range($bounds | length - 1) | $lines[$bounds[.]:$bounds[. + 1]] | scanned($patterns)[];
# What the line before the one that begins says of success, and its metrics.
def judged($t):
  if (.stop // 0) <= .from then []
  else
    . as $line
    | .is as $is | .text as $text
    | [if $is.number and ($text | fails_with_number | not) then $text | sub("\\A(?:\\[[^\\]]{0,200}\\]|[^A-Za-z0-9/._`'\"~$<{])*"; "") | metrics | ["metric", .] else empty end]
      + ((if .spoken == null then $text else .spoken | implode end)
    | if .[longest_judged:] == "" then completed_verdict($text; $is)
      elif test(crashes) then "LEGACY_ERROR"
      # The last word of a start is not the last one of the line.
      else .[:longest_judged] + " _" | completed_verdict($text[:longest_judged] + " _"; $is)
      end
    | (if $is.passes_examples then [["passed"]] else [] end) + (if $is.lists_branches then [["branch"]] else [] end) + if . == null then [] elif . == "success" then [["succeeded"]]
      elif . == "failing" then [[(if $line.is_indented and ($text | test(example_names) or test("^[^ \\tA-Z]+$")) then "open" else "failed" end), $text]]
      else
        [["failed", $text], (if . == "REPORTED_FAILURE" then ["reported"] else empty end),
          (if $line.told then empty else ["error", {code: ., message: (if . == "REPORTED_FAILURE" then $text | without_marks else $text end)}] end)]
      end)
  end;
# A new line: what the previous one announced, and an item of a list.
def begin_line($t; $line):
  judged($t) as $judged
  | (.stop // 0) as $after
  | (.list or (.named and (.found | not)
      and ($t[.from] == 35 or ($after | back($t; 0; mark)) as $mark | $mark > .from and $t[$mark - 1] == 58))) as $list
  | $line.from as $from | $line.stop as $stop | $line.is as $is
  | ($t[$line.start] | . == 32 or . == 9) as $is_indented
  | if $from == $stop then {list: $list, from: $from, stop: $stop, in_warning: .in_warning, events: $judged}
    elif $line.is_ignored or (.in_warning and $is_indented)
    then {list: $list, from: $from, stop: $from, in_warning: .in_warning, is_skipped: true, events: $judged}
    else
      {list: $list, from: $from, stop: $stop, read: fresh, is_indented: $is_indented, events: $judged, text: $line.text, is: $is}
      | .in_warning = ($is.heads_warning // false)
      | $line.text as $text
      | $line.spoken as $spoken
      | (if $spoken == $text then . else .spoken = ($spoken | explode) end)
      | (if $is.stated and ($spoken | test("[✗❌✘✖]"))
         then .events += [["failed", ($t[$from:$stop] | implode)]] else . end)
      # The same text where nothing was overwritten.
      | (if $is.stated then $spoken | stated_failure else null end | if . == null then . else $text[-length:] end) as $failure
      | (if $failure == null then . else .told = true | .events += [["failed", $failure], ["error", {code: "LEGACY_ERROR", message: $failure}]] end)
      | if $list then
          ($from | list_item($t; $stop)) as $item
          | .list = ($item != null)
          | (if $item == null or $item >= $stop then null else $item | listed_path($t; $stop) end) as $path
          | (if $path == null or ($t[$from:$stop] | implode | makes_nothing) then . else .events += [["path", $path], ["succeeded"]] end)
        else . end
    end;
# Whether `: 0` follows.
def zero_behind($t; $at; $stop):
  ($at | skip($t; $stop; soft)
    | . < $stop and ($t[.] == 58 or $t[.] == 61)
      and (. + 1 | skip($t; $stop; soft)
        | . < $stop and $t[.] == 48 and (. + 1 >= $stop or ($t[. + 1:. + 2] | implode | test("[A-Za-z0-9_.%]") | not))));
# Whether `failed` or `error` counts zero: `0 failed`, `without error`, `failed: 0`, `error count: 0`.
def counts_nothing($t; $start; $at; $stop):
  ($t[([0, $start - 9] | max):$start] | implode | ascii_downcase | test("(?:\\A|[^a-z0-9_.=:])(?:0|no|zero|without|fixed)[ \\t]\\z"))
  or zero_behind($t; $at; $stop)
  or ($t[$at:([$stop, $at + 80] | min)] | implode | ascii_downcase
    | test("\\A[ \\t]+(?:count|rate|total)[\"'*` \\t]*[:=][\"'*` \\t]*0+(?:\\.0+)?%?(?:\\.?(?![a-z0-9_.%]))"));
def failure($t; $word):
  $word[0] as $start | $word[1] as $stop
  | (if .token == null or $start < .token.start or $stop > .token.end
     then .token = token_around($t; .from; .stop; $word) else . end)
  | ($t[$start:$stop] | implode) as $text
  | ($text | test("[A-Z]")) as $is_capital
  | ($is_capital or (.token.path | not) or .token.whole == $text) as $fails
  | (if $fails then .events = [[(if .is_indented and ($is_capital | not) then "open" else "failed" end), [.from, .stop]]] else . end)
  | if $word[2] == "failure" or .told then .
    else
      .stop as $after
      | ($stop | coded_message($t; $after) // error_message($t; $after)) as $message
      | if $message == null then .
        else .told = true | .events += [(if $fails then ["failed", [.from, .stop]] else empty end), ["error", {code: "LEGACY_ERROR", message: $message}]] end
    end;
# The effect of one known word of a line.
def read_word($t; $word):
  $word[0] as $start | $word[1] as $at | $word[2] as $kind
  | .stop as $stop
  | def told($value; $name): if $value == null then . else .events += [[$name, $value]] end;
  if ($kind == "failure" or $kind == "error") and .spoken != null and .spoken[$start - .from] != $t[$start] then .
  elif (($kind == "failure" and ($t[$start:$at] | implode | ascii_downcase) == "failed") or ($kind == "error" and (zero_behind($t; $at; $stop) | not)))
    and counts_nothing($t; $start; $at; $stop) then .
  elif $kind == "error" or $kind == "failure" then failure($t; $word)
  elif $kind == "confidence" then
    (if .of_another == null then .from as $from | .of_another = ($t[$from:$start] | implode | of_another) else . end)
    | if .of_another then . else
    ($at | skip($t; $stop; . == 32 or . == 9)) as $behind
    | (if $behind > $at and ($behind | word_at($t; $stop; ("score" | any_case) + "|" + ("level" | any_case))) then $behind + 5 else $at end) as $at
    | told($at | stated_confidence($t; $stop); "confidence")
    end
  elif $kind == "time" or $kind == "execution" then
    # `Max duration` was not measured in this run.
    if $t[([.from, $start - 10] | max):$start] | implode | ascii_downcase
      | test("(?:files|avg|average|mean|median|max|maximum|min|minimum|expected|estimated)[ \\t.]?\\z") then .
    else
    ($at | skip($t; $stop; white)) as $behind
    | if $behind | word_at($t; $stop; "time" | any_case) then told($behind + 4 | stated_time($t; $stop); "time")
      elif $kind == "time" then told($at | stated_time($t; $stop); "time")
      else . end
    end
  else
    (if .makes_nothing == null then .from as $from | .makes_nothing = ($t[$from:$stop] | implode | makes_nothing) else . end)
    | if .makes_nothing then . else
    .named = true
    | (if $kind == "verb" then
         told($at | stated_files($t; $stop); if ($t[$start:$at] | implode | ascii_downcase) == "created" then "new_files" else "files" end)
       else . end)
    | (if .events and (.events | last | .[1]) != "0" then .events += [["succeeded"]] else . end)
    | if $start > .from and ($t[$start - 1] | . == 47 or . == 92 or . == 46 or . == 36 or . == 64 or . == 45) then .
      else
        .read as $read
        | [$at | path_steps($t; $stop; $kind; $read)] as $steps
        | .read = ($steps | last | .read)
        | if $steps[0].path then
            .found = true
            | .events = ((.events // []) + [$steps[] | select(.path) | ["path", .text]] + if $kind == "verb" or $kind == "made" then [["succeeded"]] else [] end)
          else . end
      end
    end
  end;
# The first line of an object that is no JSON and was cut off, `{success: true, errors: [`; null without any.
def cut_off_object:
  ([match("\\{[ \\t\\r\\n]*(?:'(?:success|confidence|deliverables|metrics|errors)'|(?:success|confidence|deliverables|metrics|errors))[ \\t\\r\\n]*:"; "g")
    | {"\(.offset)": (.offset + .length)}] | add) as $begins
  | if $begins == null then null
    else
      def among($list): . as $c | any($list[]; . == $c);
      explode as $t
      | reduce range($begins | keys_unsorted[0] | tonumber; $t | length) as $at ({depth: 0};
          if .depth == 0 then
            if $begins["\($at)"] then {depth: 1, from: $at, to: $begins["\($at)"]} else . end
          elif $at < .to then .
          elif .escaped then .escaped = false
          else
            $t[$at] as $c
            | if .quote then
                if $c == 92 then .escaped = true
                elif $c == 10 or ($c == .quote and ($t[$at + 1] | among([null, 44, 125, 93, 58, 32, 9, 13, 10]))) then .quote = null
                else . end
              elif $c == 123 or $c == 91 then .depth += 1
              elif $c == 125 or $c == 93 then .depth -= 1
              elif ($c == 39 or $c == 34) and ($t[$at - 1] | among([123, 91, 40, 44, 58, 61, 32, 9, 13, 10])) then .quote = $c
              else . end
          end)
      | if .depth > 0 then .from as $from | 1 + ([$t[:$from][] | select(. == 10)] | length) else null end
    end;
# The text of an envelope; null for an empty text.
def legacy($confidence; $exit_code):
  explode
  # Byte order marks at the start of a line and control characters are ignored.
  | [foreach .[] as $c (true; if $c == 10 or $c == 13 then null elif . != false and $c == 65279 then true else false end;
      if . == null then 10 elif . or $c == 127 or ($c < 32 and $c != 9) then empty else $c end)] as $t
  | if [limit(1; $t[] | select(white | not))] == [] then null
    else
      ($t | length) as $length
      | [known_words($t)] as $words
      | [([0, (range($length) | select($t[.] == 10) | . + 1), $length + 1] | lines($t)) | [.start - 0.5, .stop, "line", .]]
      # A line after the last one, which completes that one.
      | [foreach ((. + $words | sort_by(.[:3])[]), [0, 0, "line", {start: $length, from: $length, stop: $length, is: {}}]) as $item ({list: false, from: 0, stop: 0};
          .events = null
          | if $item[2] == "line" then begin_line($t; $item[3]) elif .is_skipped then . else read_word($t; $item) end;
          .events // empty | .[])]
      # The names of examples that passed, and of branches, are no failures; other indented lines are.
      | ((map(.[0] == "passed") | rindex(true)) // -1) as $passed
      | any(.[]; .[0] == "branch") as $lists_branches
      | [range(length) as $at | .[$at]
          | if .[0] == "open" then
              (.[1] | if type == "array" then . as [$from, $stop] | $t[$from:$stop] | implode else . end) as $open
              | if $at <= $passed or ($lists_branches and ($open | test("[ \\t]") | not)) then empty else ["failed", $open] end
            else . end] as $events
      | def told($name): [$events[] | select(.[0] == $name) | .[1]];
      (told("failed") != []) as $failed
      | ($exit_code == null and ($failed | not) and told("succeeded") == []) as $unsaid
      | (if $exit_code == null then ($failed or $unsaid) | not else $exit_code == 0 and told("reported") == [] end) as $success
      | (told("error")
        + (if $unsaid then [{code: "SUCCESS_NOT_STATED", message: "nothing says that it succeeded"}]
          elif ($exit_code // 0) != 0 then [{code: "EXIT_STATUS", message: "exit code \($exit_code)"}]
          else [] end)) as $reasons
      # A failure needs a message; the line that reports it is the best one. A word has the position of its line,
      # because a line may contain many.
      | (if $success or $reasons != [] then $reasons
        else [{code: "LEGACY_ERROR", message: (told("failed")[0] // "" | if type == "array" then . as [$from, $stop] | $t[$from:$stop] | implode else . end)}] end) as $errors
      # These two always in this order; then the others.
      | (reduce ($events[] | if .[0] == "metric" then .[1] elif .[0] == "time" then ["execution_time_ms", .[1]]
            elif .[0] == "files" then ["files_modified", .[1]] elif .[0] == "new_files" then ["files_created", .[1]] else empty end) as $one ({};
          if has($one[0]) or length < 200 then .[$one[0]] = $one[1] else . end)) as $stated
      | ([(("execution_time_ms", "files_modified") | select($stated[.])), ($stated | keys_unsorted[] | select(. != "execution_time_ms" and . != "files_modified"))]
        | map("\"\(.)\":\($stated[.])") | join(",")) as $metrics
      | (told("confidence") | last // if $unsaid then $confidence / 2 else $confidence end | tojson) as $confidence
      | "{\"success\":\($success),\"confidence\":\($confidence),\"deliverables\":\(told("path") | map(sub("\\A(?:\\./)+(?=.)"; "")) | distinct | tojson),\"metrics\":{\($metrics)},\"errors\":\($errors | tojson)}"
    end;
