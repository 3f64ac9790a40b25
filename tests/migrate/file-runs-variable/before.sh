#!/usr/bin/env bash
RUN=printf
$RUN "a\n"
