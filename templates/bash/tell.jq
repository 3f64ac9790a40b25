[if $read.why then empty else told end]
| if $read.why then $read.why, ("" | halt_error(4))
  elif length == 0 then empty
  else (.[] | line), ("" | halt_error(1))
  end
