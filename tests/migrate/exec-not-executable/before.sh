#!/usr/bin/env bash
trap 'echo never' EXIT
echo "Items: 3"
run() {

  exec ./plain.txt
}
run
