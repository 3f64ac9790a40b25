#!/usr/bin/env bash
fi
echo no
