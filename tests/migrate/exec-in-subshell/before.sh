#!/usr/bin/env bash
( exec echo sub )
echo main
