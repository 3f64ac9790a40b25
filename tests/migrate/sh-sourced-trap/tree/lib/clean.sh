clean() { rm -f tmp.txt; }
trap clean EXIT
