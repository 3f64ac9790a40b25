#!/usr/bin/env bash
echo -n "Items: "
echo 7
