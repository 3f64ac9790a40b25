#!/usr/bin/env bash
case x in x) echo "Items: 1" ;; esac; echo "Rows: 2"; { echo "Cols: 3"; }
