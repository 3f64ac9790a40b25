#!/usr/bin/env bash
echo x
[ -e nope ]
