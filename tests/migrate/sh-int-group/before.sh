#!/bin/sh
echo ready
sleep 1
echo never
