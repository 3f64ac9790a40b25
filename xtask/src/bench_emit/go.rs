//! Reading and checking in Go, beside `json.Unmarshal` into `any` alone, which keeps neither the order of
//! keys nor more of a number than a double holds.

use std::process::Command;

use super::{Bench, said, texts};
use crate::sh;

impl Bench {
    pub(super) fn go(&mut self) -> anyhow::Result<()> {
        let home = self.folder.join("go");
        std::fs::create_dir_all(home.join("output"))?;
        let emitted = said(Command::new(&self.skillgen).args(["emit", "--lang", "go"]))?;
        std::fs::write(home.join("output/output.go"), emitted)?;
        texts(&home)?;
        std::fs::write(home.join("go.mod"), "module bench\n\ngo 1.18\n")?;
        std::fs::write(home.join("main.go"), MAIN)?;
        let cache = sh::target().join("bench-emit-go");
        let go = |args: &[&str]| {
            let mut command = Command::new("go");
            command.args(args).current_dir(&home);
            command.env("GOCACHE", cache.join("cache")).env("GOPATH", cache.join("path"));
            command.env("GOPROXY", "off").env("GOTOOLCHAIN", "local").env("CGO_ENABLED", "0");
            command
        };
        sh::run(&mut go(&["build", "-o", "bench", "."]))?;
        let said = said(Command::new("./bench").current_dir(&home))?;
        self.ratios("Go, parse + check", &said, None)
    }
}

const MAIN: &str = r#"package main

import (
	output "bench/output"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"time"
)

type reader struct {
	name string
	read func(text string) error
}

func main() {
	data, err := os.ReadFile("texts.json")
	if err != nil {
		panic(err)
	}
	var texts []string
	if err := json.Unmarshal(data, &texts); err != nil {
		panic(err)
	}
	readers := []reader{
		{"Unmarshal into any", func(text string) error {
			var value any
			return json.Unmarshal([]byte(text), &value)
		}},
		{"skillgen", func(text string) error {
			_, err := output.Parse(text)
			return err
		}},
	}
	for _, text := range texts {
		times := make([][]float64, len(readers))
		for round := 0; round < 200; round++ {
			for slot, one := range readers {
				begin := time.Now()
				for n := 0; n < 100; n++ {
					if err := one.read(text); err != nil {
						panic(err)
					}
				}
				times[slot] = append(times[slot], float64(time.Since(begin).Nanoseconds())/100)
			}
		}
		for slot, one := range readers {
			sort.Float64s(times[slot])
			fmt.Printf("%s\t%d\t%f\t%f\n", one.name, len(text), times[slot][0], times[slot][100])
		}
	}
}
"#;
