// A schema with its operations, which the public functions call.

package contract

//= contract: coerce typed

// A schema with the type of its values.
type contractOf[T any] struct {
	take     taker[T]
	settings settings
	text     string
	once     sync.Once
	compiled *schema
}

// The options of a contract.
type settings struct {
	// JSON on one line.
	compact bool

	// Defaults are added before the checks.
	fills bool

	// Whether a value reports a failure.
	failed func(value *Object) bool

	// The patterns that Go's regexp doesn't support.
	programs map[string]matcher
}

func newContract[T any](take taker[T], settings settings, text string) *contractOf[T] {
	return &contractOf[T]{take: take, settings: settings, text: text}
}

func (c *contractOf[T]) schema() *schema {
	c.once.Do(func() { c.compiled = compile(c.text, c.settings.programs) })
	return c.compiled
}

func (c *contractOf[T]) parse(text string) (T, error) {
	value, err := readJSON(text)
	if err != nil {
		var none T
		return none, err
	}
	return c.read(value)
}

func (c *contractOf[T]) fromValue(value any) (T, error) {
	adopted, err := adopt(value)
	if err != nil {
		var none T
		return none, err
	}
	return c.read(adopted)
}

func (c *contractOf[T]) read(value any) (T, error) {
	if c.settings.fills {
		filled, err := c.withDefaults(value)
		if err != nil {
			var none T
			return none, err
		}
		value = filled
	}
	if issues := c.schema().issues(value); len(issues) > 0 {
		var none T
		return none, &ContractError{issues}
	}
	t := &taking{}
	read := c.take(value, nil, t)
	return read, t.err()
}

func (c *contractOf[T]) unmarshal(text []byte, value *T) error {
	read, err := c.parse(string(text))
	if err == nil {
		*value = read
	}
	return err
}

func (c *contractOf[T]) check(value any) []Issue {
	adopted, err := adopt(value)
	if err != nil {
		return issuesIn(err)
	}
	return c.schema().issues(adopted)
}

func (c *contractOf[T]) is(value any) bool {
	adopted, err := adopt(value)
	return err == nil && c.schema().branch(adopted, nil)
}

func (c *contractOf[T]) assert(value any) error {
	if issues := c.check(value); len(issues) > 0 {
		return &ContractError{issues}
	}
	return nil
}

func (c *contractOf[T]) coerce(value any, level Level) (any, []Change, error) {
	if c.is(value) {
		level = LevelOff
	}
	return follow(c.schema(), value, level)
}

func (c *contractOf[T]) withDefaults(value any) (any, error) {
	whole, _, err := follow(c.schema(), value, LevelOff)
	return whole, err
}

func (c *contractOf[T]) emit(value T) error {
	adopted, err := adopt(value)
	if err != nil {
		return err
	}
	if issues := c.schema().issues(adopted); len(issues) > 0 {
		return &ContractError{issues}
	}
	if _, err := fmt.Println(printed(adopted, c.settings.compact)); err != nil {
		return err
	}
	if object, is := adopted.(*Object); is && c.settings.failed != nil && c.settings.failed(object) {
		os.Exit(1)
	}
	return nil
}

//= builder: contract

// A builder; Build and Emit check the value.
type builderOf[T any] struct {
	contract *contractOf[T]
	draft    *Object

	// A value that is no JSON.
	err error
}

func newBuilder[T any](contract *contractOf[T]) *builderOf[T] {
	return &builderOf[T]{contract: contract, draft: NewObject()}
}

// With sets the properties that a value has. A later value replaces an earlier one.
func (b *builderOf[T]) With(value T) *builderOf[T] {
	adopted, err := adopt(value)
	if err != nil {
		b.err = err
		return b
	}
	if object, is := adopted.(*Object); is {
		for _, name := range object.names {
			b.draft.Set(name, object.members[name])
		}
	}
	return b
}

// Set sets a property; a later value replaces an earlier one.
func (b *builderOf[T]) Set(key string, value any) *builderOf[T] {
	b.draft.Set(key, value)
	return b
}

// Build returns the value with defaults; the error is a *ContractError if it is
// invalid.
func (b *builderOf[T]) Build() (T, error) {
	if b.err != nil {
		var none T
		return none, b.err
	}
	whole, err := b.contract.withDefaults(b.draft)
	if err != nil {
		var none T
		return none, err
	}
	return b.contract.fromValue(whole)
}

// Emit writes the value to stdout as one JSON document.
func (b *builderOf[T]) Emit() error {
	value, err := b.Build()
	if err != nil {
		return err
	}
	return b.contract.emit(value)
}
