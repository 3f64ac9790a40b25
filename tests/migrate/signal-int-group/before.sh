#!/usr/bin/env bash
echo start
sleep 5
echo never
