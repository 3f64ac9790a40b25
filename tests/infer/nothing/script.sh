#!/bin/sh
mkdir -p build
