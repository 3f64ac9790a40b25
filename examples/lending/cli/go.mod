module example.org/lending/cli

go 1.18
