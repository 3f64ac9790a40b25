//! Enums of the engines as those of the reports: the compiler says where one has a variant that a schema lacks.

use crate::wire;

macro_rules! same_variants {
    ($($from:ty => $to:ty { $($variant:ident),* })*) => {$(
        impl From<$from> for $to {
            fn from(value: $from) -> $to {
                match value { $(<$from>::$variant => <$to>::$variant),* }
            }
        }
    )*};
}

same_variants! {
    contract::Bump => wire::bump::Bump { None, Patch, Minor, Major }
    contract::Level => wire::check::FindingLevel { Error, Warning, Info }
    contract::Role => wire::check::Role { Input, Parameter, Output }
    lint::RoleSource => wire::check::SchemaRoleSource { Option, Name, Default }
    schema_diff::ChangeRole => wire::changelog::ChangeRole { Both, Contract, Input, Output, Parameter }
    schema_diff::Proof => wire::diff::ChangeProof { Proved, Witness, Policy, Unproven }
    schema_diff::Basis => wire::diff::Policy { Contract, Strict }
    schema_diff::Formats => wire::diff::Formats { Assert, Annotate }
    schema_diff::RelationKind => wire::diff::RelationWord {
        Equivalent, Widened, Narrowed, Incomparable, Unknown
    }
    schema_diff::Side => wire::diff::Side { Old, New }
    migrate::Outcome => wire::migrate::MigrateOutcome { Migrated, Already, Nothing, Refused }
    runtime::parse::Method => wire::run::ParseMethod { Json, Legacy, ValidationFailed }
    runtime::coerce::CoercionRule => wire::run::CoercionRule {
        StringToInteger, StringToNumber, StringToBoolean, JsonToObject, JsonToArray, WrapInArray,
        NumberToString, BooleanToString, ListToString, ObjectToString, FirstOfList, Default
    }
}
