//! The official metaschemas, which schemas may reference by URI without a file.

use referencing::meta;
use serde_json::Value;

use crate::Draft;

/// The metaschema (or vocabulary) of a URI without fragment.
pub(super) fn by_uri(uri: &str) -> Option<Value> {
    let uri = uri.trim_end_matches('#');
    if let Some(part) = uri.strip_prefix("https://json-schema.org/draft/2020-12/meta/") {
        let part = match part {
            "core" => &meta::DRAFT202012_CORE,
            "applicator" => &meta::DRAFT202012_APPLICATOR,
            "unevaluated" => &meta::DRAFT202012_UNEVALUATED,
            "validation" => &meta::DRAFT202012_VALIDATION,
            "meta-data" => &meta::DRAFT202012_META_DATA,
            "format-annotation" => &meta::DRAFT202012_FORMAT_ANNOTATION,
            "format-assertion" => &meta::DRAFT202012_FORMAT_ASSERTION,
            "content" => &meta::DRAFT202012_CONTENT,
            _ => return None,
        };
        return Some((***part).clone());
    }
    if let Some(part) = uri.strip_prefix("https://json-schema.org/draft/2019-09/meta/") {
        let part = match part {
            "core" => &meta::DRAFT201909_CORE,
            "applicator" => &meta::DRAFT201909_APPLICATOR,
            "validation" => &meta::DRAFT201909_VALIDATION,
            "meta-data" => &meta::DRAFT201909_META_DATA,
            "format" => &meta::DRAFT201909_FORMAT,
            "content" => &meta::DRAFT201909_CONTENT,
            _ => return None,
        };
        return Some((***part).clone());
    }
    let draft = Draft::ALL.into_iter().find(|d| d.uri() == uri)?;
    Some(
        (**match draft {
            Draft::Draft4 => &meta::DRAFT4,
            Draft::Draft6 => &meta::DRAFT6,
            Draft::Draft7 => &meta::DRAFT7,
            Draft::Draft2019 => &meta::DRAFT201909,
            Draft::Draft2020 => &meta::DRAFT202012,
        })
        .as_ref()
        .clone(),
    )
}
