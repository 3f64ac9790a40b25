#!/usr/bin/env bash
PATH=
f=x
echo "Confidence: 0.9"
( echo "Items: 3" )
