package contract

//= builder:

// BUILDER is built property by property; Build and Emit check the value.
type BUILDER = builderOf[TYPE]

// NewBUILDER is an empty draft.
func NewBUILDER() *BUILDER {
	return &BUILDER{CONTRACT, NewObject()}
}
