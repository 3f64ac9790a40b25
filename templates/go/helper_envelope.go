package contract

//= helper_envelope:

// SchemaVersion is the version of the payload's shape that this file's envelopes carry, unless another is
// given.
const SchemaVersion = "1.0.0"

// Agents are the environment variables by which an agent is known, and the agents, in order; without any it
// is "claude".
var Agents = [][2]string{{"CODEX_PROFILE", "codex"}, {"GEMINI_PROFILE", "gemini"}}

// DetectAgent is the agent under which a process runs, by its environment (say, os.Getenv).
func DetectAgent(getenv func(name string) string) string {
	for _, pair := range Agents {
		if getenv(pair[0]) != "" {
			return pair[1]
		}
	}
	return "claude"
}

// EnvelopeOptions say what of an envelope is not the payload's; what is empty is by default "ok", no error,
// SchemaVersion and now.
type EnvelopeOptions struct {
	Status TYPEStatus

	Error *EnvelopeError

	SchemaVersion string

	Ts string
}

// EnvelopeError is why a helper failed.
type EnvelopeError struct {
	Code string `json:"code"`

	Message string `json:"message"`
}

// Now, or the time that SOURCE_DATE_EPOCH sets.
func envelopeTime() string {
	now := time.Now()
	if epoch, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		now = time.Unix(epoch, 0)
	}
	return now.UTC().Format("2006-01-02T15:04:05.000Z")
}

// Envelope is an envelope around a payload: an *Object, whose order is kept, a map or a struct. The error is
// a *ContractError if it is none.
func Envelope(payload any, options EnvelopeOptions) (TYPE, error) {
	if options.Status == "" {
		options.Status = "ok"
	}
	if options.SchemaVersion == "" {
		options.SchemaVersion = SchemaVersion
	}
	if options.Ts == "" {
		options.Ts = envelopeTime()
	}
	whole := NewObject()
	whole.Set("schema_version", options.SchemaVersion)
	whole.Set("status", options.Status)
	whole.Set("error", options.Error)
	whole.Set("agent", DetectAgent(os.Getenv))
	whole.Set("ts", options.Ts)
	adopted, err := adopt(payload)
	if err != nil {
		return TYPE{}, err
	}
	if fields, is := adopted.(*Object); is {
		addOthers(whole, fields)
	} else if adopted != nil {
		return TYPE{}, &ContractError{[]Issue{{"", "type", "object", kind(adopted), "a payload is an object"}}}
	}
	return FromValueSUFFIX(whole)
}

// Failure is the envelope of a helper that failed: a missing tool is told apart from all other failures. The
// timeout is the limit that was set, if one was.
func Failure(failed error, timeout time.Duration) (TYPE, error) {
	told := toldError(failed, timeout)
	status := TYPEStatus("error")
	if told.Code == CodeToolNotAvailable {
		status = "tool-missing"
	}
	return Envelope(nil, EnvelopeOptions{Status: status, Error: &EnvelopeError{string(told.Code), told.Message}})
}

// Accept is a reader that takes envelopes of one major version and any minor of it; the version is read
// before anything else.
func Accept(major string) func(text []byte) (TYPE, error) {
	return func(text []byte) (TYPE, error) {
		got := ""
		if value, err := readJSON(string(text)); err == nil {
			if object, is := value.(*Object); is {
				got, _ = object.members["schema_version"].(string)
			}
		}
		stated, _, dotted := strings.Cut(got, ".")
		if stated == major || !dotted || strings.Trim(stated, "0123456789") != "" {
			return ParseSUFFIX(text)
		}
		message := fmt.Sprintf("expected major version %s, got %s", major, brief(got))
		return TYPE{}, &ContractError{[]Issue{{"/schema_version", "accept", major, got, message}}}
	}
}

// Handlers say what is done in each of the four states; a missing tool is no error: it wants an install
// hint.
type Handlers[R any] struct {
	OK func(value TYPE) R

	Partial func(value TYPE, skipped []any) R

	Error func(value TYPE, told EnvelopeError) R

	ToolMissing func(value TYPE, told EnvelopeError) R
}

// Dispatch does what the status asks for.
func Dispatch[R any](value TYPE, handlers Handlers[R]) R {
	told := EnvelopeError{Code: "UNKNOWN"}
	if adopted, err := adopt(value); err == nil {
		whole, _ := adopted.(*Object)
		if stated, is := whole.members["error"].(*Object); is {
			told.Code, _ = stated.members["code"].(string)
			told.Message, _ = stated.members["message"].(string)
		}
		if value.Status == "partial" {
			skipped, _ := whole.members["skipped_sources"].([]any)
			return handlers.Partial(value, skipped)
		}
	}
	switch value.Status {
	case "ok":
		return handlers.OK(value)
	case "error":
		return handlers.Error(value, told)
	}
	return handlers.ToolMissing(value, told)
}
