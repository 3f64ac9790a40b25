#!/usr/bin/env bash
echo start
sleep 1
echo never
