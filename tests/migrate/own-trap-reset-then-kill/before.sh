#!/usr/bin/env bash
trap 'echo cleaning; trap - TERM; kill -TERM $$' TERM
kill -TERM $$
echo never
