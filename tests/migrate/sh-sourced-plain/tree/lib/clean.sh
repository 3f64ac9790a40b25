clean() { rm -f tmp.txt; }
( trap "echo in a child" EXIT; : )
