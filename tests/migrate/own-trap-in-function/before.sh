#!/usr/bin/env bash
arm() { trap 'echo from-function' EXIT; }
arm
echo work
