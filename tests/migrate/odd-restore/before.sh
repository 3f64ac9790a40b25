#!/usr/bin/env bash
exec 3>&1
exec > quiet.log
echo "hidden"
exec 1>&3 3>&-
echo "Items: 4"
