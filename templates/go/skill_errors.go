// Failures of a skill as standard error responses.

package contract

//= skill_errors: error

// ErrorCode is the error code of a skill's failure.
type ErrorCode string

// CodeInvalidInput is an input that violates the contract.
const CodeInvalidInput ErrorCode = "INVALID_INPUT"

// CodeMissingRequiredParam is a missing input.
const CodeMissingRequiredParam ErrorCode = "MISSING_REQUIRED_PARAM"

// CodeToolNotAvailable is a program or service that is not available.
const CodeToolNotAvailable ErrorCode = "TOOL_NOT_AVAILABLE"

// CodeToolTimeout is an operation that timed out.
const CodeToolTimeout ErrorCode = "TOOL_TIMEOUT"

// CodeSearchAPIError is a search service that failed.
const CodeSearchAPIError ErrorCode = "SEARCH_API_ERROR"

// CodeRateLimitExceeded is a service that must be retried later.
const CodeRateLimitExceeded ErrorCode = "RATE_LIMIT_EXCEEDED"

// CodeInternalError is any other failure.
const CodeInternalError ErrorCode = "INTERNAL_ERROR"

// SkillError is one failure of a skill.
type SkillError struct {
	Code ErrorCode `json:"code"`

	Message string `json:"message"`

	// Whether a retry, or a changed input, may succeed.
	Recoverable bool `json:"recoverable"`

	SuggestedAction string `json:"suggested_action,omitempty"`

	Details []string `json:"details,omitempty"`
}

// ErrorResponse is the response of a failed skill.
type ErrorResponse struct {
	Status string `json:"status"`

	Errors []SkillError `json:"errors"`
}

// RateLimitError is a rate limit; retry after this many seconds, if the service says so.
type RateLimitError struct {
	RetryAfter *float64
}

// Error returns the message.
func (e *RateLimitError) Error() string {
	return "Search API rate limit exceeded"
}

// ToolMissingError is a missing program or service.
type ToolMissingError struct {
	Tool string
}

// Error returns the message.
func (e *ToolMissingError) Error() string {
	return e.Tool + " is not available"
}

// HandleSkillError converts any error to the standard response. The timeout is the limit, if there was
// one. Errors of other libraries are recognized by an exceeded deadline, a Timeout method, a StatusCode
// method that returns 429, or a program that os/exec does not find.
func HandleSkillError(err error, timeout time.Duration) ErrorResponse {
	return ErrorResponse{"failed", []SkillError{toldError(err, timeout)}}
}

// The program in `sh: 1: NAME: not found`, if what the shell said was captured.
func namedByShell(said string) string {
	for _, line := range strings.Split(said, "\n") {
		for _, end := range []string{": command not found", ": not found"} {
			if strings.HasSuffix(line, end) {
				head := strings.TrimSuffix(line, end)
				return head[strings.LastIndex(head, " ")+1:]
			}
		}
	}
	return "a program"
}

func toldError(err error, timeout time.Duration) SkillError {
	var (
		refused *ContractError
		missing *ToolMissingError
		unfound *exec.Error
		unmade  *os.PathError
		ended   *exec.ExitError
		limited *RateLimitError
		late    interface{ Timeout() bool }
		coded   interface{ StatusCode() int }
	)
	recoverable := func(code ErrorCode, message, action string) SkillError {
		return SkillError{Code: code, Message: message, Recoverable: true, SuggestedAction: action}
	}
	toolMissing := func(tool string) SkillError {
		missing := &ToolMissingError{tool}
		return recoverable(CodeToolNotAvailable, missing.Error(), "Install or enable "+tool)
	}
	switch {
	case errors.As(err, &refused):
		told := recoverable(CodeInvalidInput, "Input parameters are invalid", "Check parameter types and values")
		for _, issue := range refused.Issues {
			told.Details = append(told.Details, detail(issue))
		}
		return told
	case errors.As(err, &missing):
		return toolMissing(missing.Tool)
	case errors.As(err, &unfound) && errors.Is(err, exec.ErrNotFound):
		return toolMissing(unfound.Name)
	// A program that was named by its path; a missing working folder is another fault.
	case errors.As(err, &unmade) && unmade.Op == "fork/exec" && errors.Is(err, os.ErrNotExist):
		return toolMissing(unmade.Path)
	// A shell that finds no program ends with 127.
	case errors.As(err, &ended) && ended.ExitCode() == 127:
		return toolMissing(namedByShell(string(ended.Stderr)))
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &late) && late.Timeout():
		seconds := "?"
		if timeout > 0 {
			seconds = strconv.FormatFloat(timeout.Seconds(), 'f', -1, 64)
		}
		message := fmt.Sprintf("Operation timed out after %ss", seconds)
		return recoverable(CodeToolTimeout, message, "Try again, or ask for less at once")
	case errors.As(err, &limited) || errors.As(err, &coded) && coded.StatusCode() == 429:
		seconds := 60.0
		if limited != nil && limited.RetryAfter != nil {
			seconds = *limited.RetryAfter
		}
		action := "Wait " + strconv.FormatFloat(seconds, 'f', -1, 64) + "s before retrying"
		return recoverable(CodeRateLimitExceeded, "Search API rate limit exceeded", action)
	}
	return SkillError{Code: CodeInternalError, Message: "An unexpected error occurred"}
}

func detail(issue Issue) string {
	if issue.Path == "" {
		return issue.Message
	}
	steps := strings.Split(issue.Path, "/")[1:]
	for index, step := range steps {
		steps[index] = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
	}
	return "[" + strings.Join(steps, " -> ") + "] " + issue.Message
}
