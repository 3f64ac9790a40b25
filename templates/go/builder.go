package contract

//= builder:

// BUILDER builds a TYPE, property by property; Build and Emit check it.
type BUILDER struct {
	draft *Object
}

// NewBUILDER is an empty draft.
func NewBUILDER() *BUILDER {
	return &BUILDER{NewObject()}
}

// Set gives a property a value; the last one counts.
func (b *BUILDER) Set(key string, value any) *BUILDER {
	b.draft.Set(key, value)
	return b
}

// Build is the value, defaults added; the error is a *ContractError if it is no TYPE.
func (b *BUILDER) Build() (TYPE, error) {
	return FromValueSUFFIX(WithDefaultsSUFFIX(b.draft))
}

// Emit prints the value to stdout as one JSON document; see EmitSUFFIX.
func (b *BUILDER) Emit() error {
	value, err := b.Build()
	if err != nil {
		return err
	}
	return EmitSUFFIX(value)
}
