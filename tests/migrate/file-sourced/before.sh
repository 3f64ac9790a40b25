greet() { echo "Created: $1"; }
echo "loading"
