#!/usr/bin/env bash
sleep 3 &
echo start
wait $!
