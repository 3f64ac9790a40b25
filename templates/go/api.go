package contract

//= api:

// ParseSUFFIX reads a JSON text as a TYPE; the error is a *ContractError with all issues.
func ParseSUFFIX[Text ~string | ~[]byte](text Text) (TYPE, error) {
	value, err := readJSON(string(text))
	if err != nil {
		var none TYPE
		return none, err
	}
	return readSUFFIX(value)
}

// FromValueSUFFIX is a Go value as a TYPE; the error is a *ContractError with all issues.
func FromValueSUFFIX(value any) (TYPE, error) {
	adopted, err := adopt(value)
	if err != nil {
		var none TYPE
		return none, err
	}
	return readSUFFIX(adopted)
}

func readSUFFIX(value any) (TYPE, error) {
	if issues := issuesOf(ROOT, value); len(issues) > 0 {
		var none TYPE
		return none, &ContractError{issues}
	}
	t := &taking{}
	read := TAKE(value, nil, t)
	return read, t.err()
}

// CheckSUFFIX tells all reasons why a value is no TYPE, in the schema's order; none if it is one. A value
// is whatever encoding/json writes, or what this file reads.
func CheckSUFFIX(value any) []Issue {
	adopted, err := adopt(value)
	if err != nil {
		return issuesIn(err)
	}
	return issuesOf(ROOT, adopted)
}

// IsSUFFIX tells whether a value is a TYPE; it stops at the first reason why not.
func IsSUFFIX(value any) bool {
	adopted, err := adopt(value)
	return err == nil && ROOT(adopted, nil, nil)
}

// AssertSUFFIX is a *ContractError unless a value is a TYPE.
func AssertSUFFIX(value any) error {
	if issues := CheckSUFFIX(value); len(issues) > 0 {
		return &ContractError{issues}
	}
	return nil
}

// CoerceSUFFIX is a copy in which the mistakes that models make with types are mended and defaults added, and
// all that was changed in it, outermost first; not checked. A value that is valid is never touched.
func CoerceSUFFIX(value any, level Level) (any, []Change) {
	if IsSUFFIX(value) {
		level = LevelOff
	}
	return follow(SHAPES, value, level)
}

// WithDefaultsSUFFIX is a copy with the schema's defaults where properties are missing.
func WithDefaultsSUFFIX(value any) any {
	whole, _ := follow(SHAPES, value, LevelOff)
	return whole
}

// EmitSUFFIX prints a TYPE to stdout as one JSON document; the error is a *ContractError if it is none, or
// what stdout answers.EXIT
func EmitSUFFIX(value TYPE) error {
	adopted, err := adopt(value)
	if err != nil {
		return err
	}
	if issues := issuesOf(ROOT, adopted); len(issues) > 0 {
		return &ContractError{issues}
	}
	if _, err := fmt.Println(printed(adopted, COMPACT)); err != nil {
		return err
	}
	if code := CODE; code != 0 {
		os.Exit(code)
	}
	return nil
}
