package contract

//= helper_envelope:

// SchemaVersion is the schema version of this file's envelopes, unless the caller gives another.
const SchemaVersion = "1.0.0"

// Agents lists the environment variables that identify an agent, in order; the default is "claude".
var Agents = [][2]string{{"CODEX_PROFILE", "codex"}, {"GEMINI_PROFILE", "gemini"}}

// DetectAgent returns the agent that runs this process, from its environment (such as
// os.Getenv).
func DetectAgent(getenv func(name string) string) string {
	for _, pair := range Agents {
		if getenv(pair[0]) != "" {
			return pair[1]
		}
	}
	return "claude"
}

// EnvelopeOptions are the fields of an envelope beside the payload. The defaults are "ok", no error,
// SchemaVersion and the time now.
type EnvelopeOptions struct {
	Status TYPEStatus

	Error *EnvelopeError

	SchemaVersion string

	Ts string
}

// EnvelopeError is the error of a failed helper.
type EnvelopeError struct {
	Code string `json:"code"`

	Message string `json:"message"`
}

// The time now, or of SOURCE_DATE_EPOCH.
func envelopeTime() string {
	now := time.Now()
	if epoch, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		now = time.Unix(epoch, 0)
	}
	return now.UTC().Format("2006-01-02T15:04:05.000Z")
}

// Envelope returns an envelope around a payload: an *Object, whose order is kept, a map or a struct. The
// error is a *ContractError if the envelope is invalid.
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

// Failure returns the envelope of a failed helper. A missing tool has a status of its own. The timeout is
// the limit, if there was one.
func Failure(failed error, timeout time.Duration) (TYPE, error) {
	told := toldError(failed, timeout)
	status := TYPEStatus("error")
	if told.Code == CodeToolNotAvailable {
		status = "tool-missing"
	}
	return Envelope(nil, EnvelopeOptions{Status: status, Error: &EnvelopeError{string(told.Code), told.Message}})
}

// Accept returns a reader of envelopes of one major version, with any minor version. The version is
// checked first.
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

// Handlers has a function for each of the four states. A missing tool is not an error; show an install
// hint.
type Handlers[R any] struct {
	OK func(value TYPE) R

	Partial func(value TYPE, skipped []any) R

	Error func(value TYPE, told EnvelopeError) R

	ToolMissing func(value TYPE, told EnvelopeError) R
}

// Dispatch calls the handler of the status.
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
