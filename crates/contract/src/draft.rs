//! The supported dialects of JSON Schema.

/// A draft of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Draft {
    /// draft-04.
    Draft4,
    /// draft-06.
    Draft6,
    /// draft-07.
    Draft7,
    /// 2019-09.
    Draft2019,
    /// 2020-12.
    Draft2020,
}

impl Draft {
    /// All drafts, oldest first.
    pub const ALL: [Draft; 5] =
        [Draft::Draft4, Draft::Draft6, Draft::Draft7, Draft::Draft2019, Draft::Draft2020];

    /// The URI of its metaschema, without an empty fragment.
    #[must_use]
    pub fn uri(self) -> &'static str {
        match self {
            Draft::Draft4 => "http://json-schema.org/draft-04/schema",
            Draft::Draft6 => "http://json-schema.org/draft-06/schema",
            Draft::Draft7 => "http://json-schema.org/draft-07/schema",
            Draft::Draft2019 => "https://json-schema.org/draft/2019-09/schema",
            Draft::Draft2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// The usual name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Draft::Draft4 => "draft-04",
            Draft::Draft6 => "draft-06",
            Draft::Draft7 => "draft-07",
            Draft::Draft2019 => "2019-09",
            Draft::Draft2020 => "2020-12",
        }
    }

    /// The draft that a `$schema` value names; `None` for custom dialects. The short form of the
    /// seeds (`https://json-schema.org/draft/2020-12`), `http` for `https` and an empty fragment are
    /// accepted; a URI without a draft (`http://json-schema.org/schema`) means the latest.
    #[must_use]
    pub fn from_uri(uri: &str) -> Option<Draft> {
        let bare = uri.trim_end_matches('#').trim_end_matches('/');
        let bare = bare.strip_prefix("https://").or_else(|| bare.strip_prefix("http://"))?;
        let bare = bare.strip_suffix("/schema").unwrap_or(bare);
        match bare {
            "json-schema.org/draft-04" => Some(Draft::Draft4),
            "json-schema.org/draft-06" => Some(Draft::Draft6),
            "json-schema.org/draft-07" => Some(Draft::Draft7),
            "json-schema.org/draft/2019-09" => Some(Draft::Draft2019),
            "json-schema.org/draft/2020-12" | "json-schema.org" => Some(Draft::Draft2020),
            _ => None,
        }
    }

    /// Whether `$ref` hides its siblings (draft-07 and before).
    #[must_use]
    pub fn ref_hides_siblings(self) -> bool {
        self <= Draft::Draft7
    }

    /// The keyword that holds a schema's identifier.
    #[must_use]
    pub fn id_keyword(self) -> &'static str {
        if self == Draft::Draft4 { "id" } else { "$id" }
    }
}
