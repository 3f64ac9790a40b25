#!/bin/sh
echo "begin"
eval 'if then'
echo "after"
