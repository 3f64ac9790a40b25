#!/bin/bash
################################
# Sends a message to a channel.
# Arguments:
#   channel - where it goes
#   text - what it says
# Returns: 0
################################
channel="$1"
text="$2"
shift 2
[ -z "$channel" ] && exit 1
[ -z "$text" ] && exit 1
extra=("$@")
curl -d "$text" "https://chat.example.org/$channel" "${extra[@]}"
