for text in '' '{' '1 2' 'nan' '[NaN]' '01' '[1,]' '{"a":1,}' '"\ud800' $'"\n"' '.5' '1.' '[1e]' 'truefalse' '"a""b"' 'Infinity' "{'a':1}" '{a:1}' '[1 2]' '// c'; do
  printf '%s' "$text" >text.json
  skill_check text.json
  [ "$?" = 2 ] || echo "taken: $text"
  skill_coerce - <text.json
  [ "$?" = 2 ] || echo "coerced: $text"
done
