// The formats of JSON Schema; templates/rust/formats.rs accepts the same texts.

package contract

//= format_date: base

var dateShape = regexp.MustCompile(`\A([0-9]{4})-([0-9]{2})-([0-9]{2})\z`)

// RFC 3339 `full-date`: a day that exists.
func formatDate(text string) bool {
	parts := dateShape.FindStringSubmatch(text)
	if parts == nil {
		return false
	}
	year, month, day := digitsOf(parts[1]), digitsOf(parts[2]), digitsOf(parts[3])
	lengths := []int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		lengths[1] = 29
	}
	return month >= 1 && month <= 12 && day >= 1 && day <= lengths[month-1]
}

// A number of few digits; none is 0.
func digitsOf(text string) int {
	number, _ := strconv.Atoi(text)
	return number
}

//= format_time: format_date

var timeShape = regexp.MustCompile(`\A([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))\z`)

// RFC 3339 `full-time`: the offset is required, and a leap second only where UTC can have one.
func formatTime(text string) bool {
	parts := timeShape.FindStringSubmatch(text)
	if parts == nil {
		return false
	}
	hour, minute, second := digitsOf(parts[1]), digitsOf(parts[2]), digitsOf(parts[3])
	hours, minutes := digitsOf(parts[5]), digitsOf(parts[6])
	if hour > 23 || minute > 59 || second > 60 || hours > 23 || minutes > 59 {
		return false
	}
	offset := hours*60 + minutes
	if parts[4] == "+" {
		offset = -offset
	}
	return second < 60 || (hour*60+minute+offset+1440)%1440 == 1439
}

//= format_date_time: format_date format_time

// RFC 3339 `date-time`.
func formatDateTime(text string) bool {
	return len(text) > 10 && (text[10] == 'T' || text[10] == 't') && formatDate(text[:10]) && formatTime(text[11:])
}

//= format_duration: base

const durationTime = `T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)`
const durationDate = `(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)`

var durationShape = regexp.MustCompile(`\AP(?:[0-9]+W|` + durationDate + `(?:` + durationTime + `)?|` + durationTime + `)\z`)

// RFC 3339, appendix A: units in order and without a gap, or weeks only.
func formatDuration(text string) bool {
	return durationShape.MatchString(text)
}

//= format_ipv4: base

const ipv4Byte = `(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])`

var ipv4Shape = regexp.MustCompile(`\A` + ipv4Byte + `(?:\.` + ipv4Byte + `){3}\z`)

// Four decimal numbers up to 255, without leading zeros.
func formatIpv4(text string) bool {
	return ipv4Shape.MatchString(text)
}

//= format_ipv6: format_ipv4

var ipv6Group = regexp.MustCompile(`\A[0-9a-fA-F]{1,4}\z`)

// RFC 4291, 2.2; no zone.
func formatIpv6(text string) bool {
	head, tail, gap := strings.Cut(text, "::")
	if !gap {
		return ipv6Groups(text, true) == 8
	}
	return ipv6Groups(head, false)+ipv6Groups(tail, true) <= 7
}

// The number of 16-bit groups in a part; too many if it is invalid.
func ipv6Groups(part string, last bool) int {
	if part == "" {
		return 0
	}
	words := strings.Split(part, ":")
	count := 0
	for index, word := range words {
		switch {
		case last && index+1 == len(words) && strings.Contains(word, "."):
			count += 2
			if !formatIpv4(word) {
				count += 99
			}
		case ipv6Group.MatchString(word):
			count++
		default:
			count += 99
		}
	}
	return count
}

//= format_hostname: base

const hostLabel = `[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?`

var hostShape = regexp.MustCompile(`\A` + hostLabel + `(?:\.` + hostLabel + `)*\z`)

// RFC 1123, 2.1.
func formatHostname(text string) bool {
	return len(text) <= 253 && hostShape.MatchString(text)
}

//= format_email: format_hostname format_ipv4 format_ipv6

const emailAtom = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+"

var emailShape = regexp.MustCompile(`\A(?:` + emailAtom + `(?:\.` + emailAtom + `)*|"(?:[ !#-\[\]-~]|\\[ -~])*")\z`)

// RFC 5321, 4.1.2 `Mailbox`.
func formatEmail(text string) bool {
	at := strings.LastIndexByte(text, '@')
	if at < 0 {
		return false
	}
	name, domain, is := text[:at], text[at+1:], false
	if len(domain) > 1 && domain[0] == '[' && domain[len(domain)-1] == ']' {
		literal := domain[1 : len(domain)-1]
		if len(literal) >= 5 && strings.EqualFold(literal[:5], "ipv6:") {
			is = formatIpv6(literal[5:])
		} else {
			is = formatIpv4(literal)
		}
	} else {
		is = formatHostname(domain)
	}
	return is && len(name) <= 64 && emailShape.MatchString(name)
}

//= format_uri_scheme: format_ipv6

const uriCharacter = `A-Za-z0-9._~!$&'()*+,;=-`

func uriPart(more string) *regexp.Regexp {
	return regexp.MustCompile(`\A(?:[` + more + uriCharacter + `]|%[0-9A-Fa-f]{2})*\z`)
}

var (
	uriShape  = regexp.MustCompile(`(?s)\A(?:([^/?#:]*)(:))?(?:(//)([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?\z`)
	uriHost   = regexp.MustCompile(`(?s)\A(?:(\[)([^\]]*)\]|([^:\[]*))(?::[0-9]*)?\z`)
	uriScheme = regexp.MustCompile(`\A[A-Za-z][A-Za-z0-9+.-]*\z`)
	uriFuture = regexp.MustCompile(`\A[vV][0-9A-Fa-f]+\.[:` + uriCharacter + `]+\z`)
	uriPath   = uriPart(`:@/`)
	uriQuery  = uriPart(`:@/?`)
	uriUser   = uriPart(`:`)
	uriName   = uriPart(``)
)

// Whether a text is a URI-reference (RFC 3986), and whether it has a scheme.
func uriReference(text string) (reference, scheme bool) {
	parts := uriShape.FindStringSubmatch(text)
	if parts == nil || parts[2] != "" && !uriScheme.MatchString(parts[1]) {
		return false, false
	}
	if !uriPath.MatchString(parts[5]) || !uriQuery.MatchString(parts[6]) || !uriQuery.MatchString(parts[7]) {
		return false, false
	}
	if parts[3] != "" && !uriAuthority(parts[4]) {
		return false, false
	}
	return true, parts[2] != ""
}

func uriAuthority(authority string) bool {
	user, rest := "", authority
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user, rest = authority[:at], authority[at+1:]
	}
	host := uriHost.FindStringSubmatch(rest)
	if host == nil || !uriUser.MatchString(user) {
		return false
	}
	if host[1] == "" {
		return uriName.MatchString(host[3])
	}
	return formatIpv6(host[2]) || uriFuture.MatchString(host[2])
}

//= format_uri: format_uri_scheme

// RFC 3986 `URI`.
func formatURI(text string) bool {
	_, scheme := uriReference(text)
	return scheme
}

//= format_uri_reference: format_uri_scheme

// RFC 3986 `URI-reference`.
func formatURIReference(text string) bool {
	reference, _ := uriReference(text)
	return reference
}

//= format_uuid: base

var uuidShape = regexp.MustCompile(`\A[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\z`)

// RFC 4122.
func formatUUID(text string) bool {
	return uuidShape.MatchString(text)
}

//= format_json_pointer: base

var pointerShape = regexp.MustCompile(`(?s)\A(?:/(?:[^~/]|~[01])*)*\z`)

// RFC 6901.
func formatJSONPointer(text string) bool {
	return pointerShape.MatchString(text)
}
