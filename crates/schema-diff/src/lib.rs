//! Two schemas in, relation, located changes, bump and confirmed witnesses out.
