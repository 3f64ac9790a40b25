//! Declarations in prettier's layout.

use super::literal::WIDTH;
use super::module::Module;
use crate::writer::Columns as _;

/// `export const NAME = …;` in prettier's layout: the parameters of an arrow function get separate lines if its head is
/// too long.
pub(crate) fn declaration(flat: &str) -> String {
    if flat.columns() <= WIDTH {
        return flat.to_owned();
    }
    if flat.starts_with("export declare function ") {
        return declared_function(flat);
    }
    if let Some((head, arguments)) =
        flat.split_once("(() => ").filter(|(head, _)| !head.contains("=>"))
    {
        let arguments = arguments.trim_end_matches(");");
        let lines: String = format!("() => {arguments}")
            .split(", ")
            .map(|argument| format!("  {argument},\n"))
            .collect();
        return format!("{head}(\n{lines});");
    }
    let Some(at) = flat.rfind(" => ").map(|at| at + 3) else { return flat.to_owned() };
    let (head, body) = (&flat[..at], &flat[at + 1..]);
    let opening = head.find('(').unwrap_or(0);
    let closing = head.find("): ").filter(|at| *at > opening + 1);
    let is_typed = head[..opening].contains(": ");
    match closing.filter(|_| head.columns() > WIDTH && !is_typed) {
        None => assigned(head, body),
        Some(closing) => {
            let parameters: String = head[opening + 1..closing]
                .split(", ")
                .map(|parameter| format!("  {parameter},\n"))
                .collect();
            let end = returned(&head[closing..], body);
            format!("{}\n{parameters}{end}", &head[..=opening])
        }
    }
}

/// `): TYPE => BODY;` behind parameters on separate lines. Even a type that is too long stays on its line.
fn returned(head: &str, body: &str) -> String {
    if head.columns() > WIDTH { format!("{head}\n  {body}") } else { assigned(head, body) }
}

/// The statement that exports names of a module: internal and public names.
pub(super) fn exports(module: Module, names: &[(String, String)]) -> String {
    let word = match module {
        Module::Esm => "export",
        Module::CommonJs => "module.exports =",
    };
    let member = |(own, shown): &(String, String)| match (own == shown, module) {
        (true, _) => own.clone(),
        (false, Module::Esm) => format!("{own} as {shown}"),
        (false, Module::CommonJs) => format!("{shown}: {own}"),
    };
    let members: Vec<String> = names.iter().map(member).collect();
    let flat = format!("{word} {{ {} }};", members.join(", "));
    if flat.columns() <= WIDTH {
        return flat;
    }
    let lines: String = members.iter().map(|member| format!("  {member},\n")).collect();
    format!("{word} {{\n{lines}}};")
}

/// A function in a declaration file, with its parameters on separate lines.
fn declared_function(flat: &str) -> String {
    let (Some(opening), Some(closing)) = (flat.find('('), flat.rfind("): ")) else {
        return flat.to_owned();
    };
    if opening + 1 == closing {
        return flat.to_owned();
    }
    let parameters = flat[opening + 1..closing].split(", ");
    let parameters: String = parameters.map(|parameter| format!("  {parameter},\n")).collect();
    format!("{}\n{parameters}{}", &flat[..=opening], &flat[closing..])
}

/// `head body`, on two lines if one is too long; prettier then changes nothing.
pub(super) fn assigned(head: &str, body: &str) -> String {
    let flat = format!("{head} {body}");
    if flat.columns() <= WIDTH {
        return flat;
    }
    if body.starts_with('{') {
        let members = body.trim_start_matches("{ ").trim_end_matches(" };");
        let members: String = members.split(", ").map(|member| format!("  {member},\n")).collect();
        // If not even the bracket fits after the name, it is on the next line, indented by one
        // level.
        if head.columns() + 2 > WIDTH {
            let members = members.replace("  ", "    ");
            return format!("{head}\n  {{\n{members}  }};");
        }
        return format!("{head} {{\n{members}}};");
    }
    if head.columns() <= WIDTH && body.columns() + 2 <= WIDTH {
        return format!("{head}\n  {body}");
    }
    format!("// prettier-ignore\n{flat}")
}
