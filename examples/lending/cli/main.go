// Command cli prints a request, or explains the replies on standard input.
//
//	cli borrow MEMBER ITEM
//	cli return LOAN
//	cli explain
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"example.org/lending/cli/contracts"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "cli:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "borrow":
		return send(contracts.RequestBorrow{Member: args[1], Item: args[2]})
	case len(args) == 2 && args[0] == "return":
		return send(contracts.RequestReturn{Loan: args[1]})
	case len(args) == 1 && args[0] == "explain":
		return explain()
	}
	return fmt.Errorf("usage: cli borrow MEMBER ITEM | return LOAN | explain")
}

// send prints a request on a line, if the contract takes it.
func send(request contracts.Request) error {
	if err := contracts.AssertRequest(request); err != nil {
		return err
	}
	line, err := json.Marshal(request)
	if err == nil {
		fmt.Println(string(line))
	}
	return err
}

func explain() error {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		reply, err := contracts.ParseReply(lines.Text())
		if err != nil {
			return err
		}
		switch reply := reply.(type) {
		case contracts.ReplyGranted:
			days := reply.Loan.Due.Sub(reply.Loan.From).Hours() / 24
			fmt.Printf("%s has %s for %.0f days\n", reply.Loan.Member, reply.Loan.Item, days)
		case contracts.ReplyRefused:
			fmt.Printf("refused: %s\n", reply.Reason)
		}
	}
	return lines.Err()
}
