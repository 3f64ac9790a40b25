//! Properties that are always one string, as declarations: for a language that has no type of one string.

use serde_json::Value;

use super::names::{Names, pascal};
use super::{Body, Decl, Type, Types};

/// Gives the one string of a property a declaration, which is the string by default. `reserved` are names that the file
/// uses otherwise.
pub(crate) fn name_constants(types: &mut Types, reserved: &[&str]) {
    let known = types.decls.iter().map(|decl| decl.name.as_str());
    let mut names = Names::new(&reserved.iter().copied().chain(known).collect::<Vec<_>>());
    let mut next = types.decls.len();
    let mut made = Vec::new();
    for decl in &mut types.decls {
        let Body::Object(object) = &mut decl.body else { continue };
        for field in &mut object.fields {
            let Type::Literals(values) = &field.ty else { continue };
            let [Value::String(text)] = values.as_slice() else { continue };
            let name = names.take(&format!("{} {}", decl.stem, pascal(&field.name)));
            let mut one = Decl::of(name, Body::Strings(vec![text.clone()]));
            one.default = Some(Value::from(text.as_str()));
            made.push(one);
            field.ty = Type::Named(next);
            next += 1;
        }
    }
    types.decls.extend(made);
}
