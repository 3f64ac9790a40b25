#!/usr/bin/env bash
A=1 sleep 0 &
wait
echo end
