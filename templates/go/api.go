package contract

//= api:

// ParseSUFFIX reads a JSON text; the error is a *ContractError with all issues.
func ParseSUFFIX[Text ~string | ~[]byte](text Text) (TYPE, error) {
	return CONTRACT.parse(string(text))
}

// FromValueSUFFIX is a Go value as a TYPE; the error is a *ContractError with all issues.
func FromValueSUFFIX(value any) (TYPE, error) {
	return CONTRACT.fromValue(value)
}

// CheckSUFFIX tells all reasons why what encoding/json makes of a value is invalid, in the schema's order.
func CheckSUFFIX(value any) []Issue {
	return CONTRACT.check(value)
}

// IsSUFFIX tells whether a value is valid; it stops at the first reason why not.
func IsSUFFIX(value any) bool {
	return CONTRACT.is(value)
}

// AssertSUFFIX is a *ContractError unless a value is valid.
func AssertSUFFIX(value any) error {
	return CONTRACT.assert(value)
}

// CoerceSUFFIX is a copy in which wrong types are corrected and defaults added, and the changes; not checked.
func CoerceSUFFIX(value any, level Level) (any, []Change) {
	return CONTRACT.coerce(value, level)
}

// WithDefaultsSUFFIX is a copy with the schema's defaults where properties are missing.
func WithDefaultsSUFFIX(value any) any {
	return CONTRACT.withDefaults(value)
}

// EmitSUFFIX prints a value to stdout as one JSON document; the error is a *ContractError, or stdout's.ENDS
func EmitSUFFIX(value TYPE) error {
	return CONTRACT.emit(value)
}
