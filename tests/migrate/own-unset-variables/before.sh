#!/usr/bin/env bash
unset -v $(compgen -v _sk)
echo "Items: 3"
