name=${1:?give a name}
echo "Hello $name"
