# The formats, with the same results in all languages.
def ascii($re): test("\\A(?:" + $re + ")\\z");
def format_date:
  if ascii("[0-9]{4}-[0-9]{2}-[0-9]{2}") | not then false
  else
    [split("-")[] | tonumber] as [$year, $month, $day]
    | ($year % 4 == 0 and ($year % 100 != 0 or $year % 400 == 0)) as $leap
    | $day >= 1 and $day <= ([0, 31, (if $leap then 29 else 28 end), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][$month] // 0)
  end;
def format_time:
  "\\A(?<h>[0-9]{2}):(?<m>[0-9]{2}):(?<s>[0-9]{2})(?:\\.[0-9]+)?(?:[zZ]|(?<sign>[-+])(?<oh>[0-9]{2}):(?<om>[0-9]{2}))\\z" as $re
  | if test($re) | not then false
    else
      capture($re)
      | ((.oh // "0") | tonumber) as $oh | ((.om // "0") | tonumber) as $om
      | ($oh * 60 + $om) as $offset | (.h | tonumber) as $h | (.m | tonumber) as $m | (.s | tonumber) as $s
      | $h <= 23 and $m <= 59 and $s <= 60 and $oh <= 23 and $om <= 59
        and ($s < 60 or ($h * 60 + $m + if .sign == "+" then 1440 - $offset else $offset end) % 1440 == 1439)
    end;
def format_ipv4: ascii("(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\\.(?!\\z)|\\z)){4}");
def format_ipv6:
  def groups($last):
    if . == "" then 0
    else
      split(":") as $parts
      | reduce range($parts | length) as $i (0;
          if . == null then .
          elif $last and $i + 1 == ($parts | length) and ($parts[$i] | contains(".")) then
            if $parts[$i] | format_ipv4 then . + 2 else null end
          elif $parts[$i] | ascii("[0-9a-fA-F]{1,4}") then . + 1
          else null
          end)
    end;
  index("::") as $gap
  | if $gap == null then groups(true) == 8
    else
      (.[:$gap] | groups(false)) as $head | (.[$gap + 2:] | groups(true)) as $tail
      | $head != null and $tail != null and $head + $tail <= 7
    end;
def format_hostname:
  utf8bytelength <= 253
  and ascii("[0-9A-Za-z](?:[-0-9A-Za-z]{0,61}[0-9A-Za-z])?(?:\\.[0-9A-Za-z](?:[-0-9A-Za-z]{0,61}[0-9A-Za-z])?)*");
def format_email:
  (rindex("@")) as $at
  | if $at == null or (explode | any(. > 127)) then false
    else
      .[:$at] as $local | .[$at + 1:]
      | (if test("\\A\\[.*\\]\\z") then
           .[1:-1] | if test("\\A(?i:ipv6:)") then .[5:] | format_ipv6 else format_ipv4 end
         else format_hostname
         end)
        and ($local | length) <= 64
        and ($local | ascii("\"(?:[ !#-\\[\\]-~]|\\\\[ -~])*\"|[-0-9A-Za-z!#$%&'*+/=?^_`{|}~]+(?:\\.[-0-9A-Za-z!#$%&'*+/=?^_`{|}~]+)*"))
    end;
def uri_text($more): ascii("(?:[-0-9A-Za-z._~!$&'()*+,;=" + $more + "]|%[0-9A-Fa-f]{2})*");
def uri_authority:
  (rindex("@")) as $at
  | (if $at == null then "" else .[:$at] end) as $user
  | (if $at == null then . else .[$at + 1:] end)
  | ($user | uri_text(":"))
    and if startswith("[") then
      index("]") as $close
      | $close != null
        and (.[1:$close] | format_ipv6 or ascii("[vV][0-9A-Fa-f]+\\.[-0-9A-Za-z._~!$&'()*+,;=:]+"))
        and (.[$close + 1:] | ascii("(?::[0-9]*)?"))
    else
      (index(":") // length) as $close
      | (.[:$close] | uri_text("")) and (.[$close:] | ascii("(?::[0-9]*)?"))
    end;
# Whether a reference has a scheme; null if it is not a reference.
def uri_scheme:
  def cut($by): index($by) as $i | if $i == null then [., ""] else [.[:$i], .[$i + 1:]] end;
  if explode | any(. > 127) then null
  else
    cut("#") as [$front, $fragment]
    | ($front | cut("?")) as [$front, $query]
    | ($front | index(":")) as $colon
    | ($colon != null and ($front[:$colon] | contains("/") | not)) as $has
    | if ($fragment | uri_text(":@/?") | not) or ($query | uri_text(":@/?") | not) then null
      elif $has and ($front[:$colon] | ascii("[A-Za-z][-+.0-9A-Za-z]*") | not) then null
      else
        (if $has then $front[$colon + 1:] else $front end)
        | if startswith("//") then
            .[2:] | (index("/") // length) as $close
            | if .[:$close] | uri_authority then .[$close:] else "\u0000" end
          else .
          end
        | if uri_text(":@/") then $has else null end
      end
  end;
def has_format($name):
  if $name == "date-time" then
    length > 10 and (.[10:11] | . == "T" or . == "t") and (.[:10] | format_date) and (.[11:] | format_time)
  elif $name == "date" then format_date
  elif $name == "time" then format_time
  elif $name == "duration" then
    ascii("P(?:[0-9]+W|(?=[0-9T])(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)?(?:T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S))?)")
  elif $name == "email" then format_email
  elif $name == "hostname" then format_hostname
  elif $name == "ipv4" then format_ipv4
  elif $name == "ipv6" then format_ipv6
  elif $name == "uri" then uri_scheme == true
  elif $name == "uri-reference" then uri_scheme != null
  elif $name == "regex" then format_regex
  elif $name == "uuid" then ascii("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
  else test("\\A(?:/(?:[^~]|~[01])*)?\\z")
  end;
