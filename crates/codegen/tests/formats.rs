//! The formats shared by emitted Rust and `skillgen validate`: cases where implementations differ.
#[path = "../../../templates/rust/formats.rs"]
mod formats;
#[path = "../../../templates/rust/regex_syntax.rs"]
mod regex_syntax;

fn all(decide: fn(&str) -> bool, yes: &[&str], no: &[&str]) {
    for text in yes {
        assert!(decide(text), "must be accepted: {text:?}");
    }
    for text in no {
        assert!(!decide(text), "must be refused: {text:?}");
    }
}

#[test]
fn dates_and_times() {
    all(formats::date, &["2020-02-29", "0000-01-01"], &["2021-02-29", "1998-1-20", "1963-06-1৪"]);
    all(
        formats::time,
        &["23:59:60Z", "01:29:60+01:30", "00:29:60-23:30", "08:30:06.283185z"],
        &["22:59:60Z", "12:00:00", "08:30:06.Z", "01:02:03+24:00", "1২:00:00Z", ""],
    );
    all(
        formats::date_time,
        &["1963-06-19T08:30:06.283185Z", "1990-12-31t15:59:60-08:00"],
        &["1963-06-19 08:30:06Z", "1963-06-19T", "1963-06-1ৎT08:30:06Z", "1998-12-31T23:59:61Z"],
    );
    all(formats::duration, &["P4DT12H30M5S", "P2W", "PT0S"], &["P", "PT", "P1YT", "P1Y2W", "P1"]);
}

#[test]
fn addresses() {
    all(formats::ipv4, &["0.0.0.0", "255.255.255.255"], &["256.0.0.1", "01.0.0.1", "1.2.3", ""]);
    all(
        formats::ipv6,
        &["::", "::1", "1:2:3:4:5:6:7::", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4"],
        &[
            "1:2:3:4:5:6:7:8::",
            ":::",
            "12345::",
            "1::2::3",
            "1.2.3.4::",
            "::1%eth0",
            ":2:3:4:5:6:7:8",
        ],
    );
    all(formats::hostname, &["a", "xn--4gbwdl.xn--wgbh1c"], &["", ".", "a.", "-a", "a_b", "a..b"]);
    all(
        formats::email,
        &["te~st@example.com", "\"a@b\"@example.com", "joe@[IPv6:::1]", "\"\\\"\"@a"],
        &["a", "@a", "a@", ".a@b", "a@[127.0.0.300]", "\"a\"b\"@c"],
    );
    all(
        formats::uuid,
        &["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
        &["2eb8aa08aa9811eab4aa73b441d16380"],
    );
}

#[test]
fn references_and_patterns() {
    all(
        formats::uri,
        &["http://[2001:db8::7]/c?d#e", "urn:a:b", "a:", "http://[v1.a]:80"],
        &["//a", "/a", "a b:", "http://a b", "http://a:b", "http://[1]/", "a:%zz", "1a:b"],
    );
    all(formats::uri_reference, &["", "#a", "//a", "./a:b"], &["\\a", "#\\", "a,b:c", "%a"]);
    all(formats::json_pointer, &["", "/", "/a~0~1"], &["a", "/~2", "/~"]);
    all(
        regex_syntax::regex,
        &["", "(?<a>x)\\k<a>", "(?<=a)b", "\\p{Script=Greek}", "[\\-]", "\\u{1F600}", "a{2}?"],
        &["a{,2}", "\\Z", "\\1", "[z-a]", "(?=a)*", "a]", "(", "x**", "\\k<b>", "\\p{Foo}"],
    );
    assert!(!regex_syntax::regex(&"(".repeat(100_000)));
}
