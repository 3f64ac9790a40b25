#!/bin/sh
echo ready
sleep 5
echo never
