class BUILDER:
    """Builds a `TYPE`, property by property; `build` and `emit` check it."""

    def __init__(self, **properties: Any) -> None:
        self._draft: Dict[str, Any] = dict(properties)

    def set(self, key: str, value: Any) -> BUILDER:
        """Sets a property; the last value counts."""
        self._draft[key] = value
        return self

    def build(self) -> TYPE:
        """The value, with its keys in the schema's order; raises a `SkillContractError` if it is no `TYPE`."""
        ordered = {key: self._draft[key] for key in KEYS if key in self._draft}
        value: TYPE = SELF.with_defaults({**ordered, **self._draft})
        SELF.assert_valid(value)
        return value

    def emit(self) -> None:
        """Prints the value to stdout as one JSON document; see `emit`."""
        SELF.emit(self.build())


def builder(**properties: Any) -> BUILDER:
    """A new `BUILDER`, with the properties that are given."""
    return BUILDER(**properties)
