//! What `type-map` and `x-rust-type` refuse: one line, with its place.

use libtest_mimic::Failed;

use crate::emitted_files::emit;
use crate::emitted_mapped::project;
use crate::support::{run_in, text};

/// A wrong map is one line with its place.
pub(crate) fn refused() -> Result<(), Failed> {
    let cases = [
        (
            "ts",
            "[emit.type-map.ts]\ndatetime = \"Date\"\n",
            ":8:12: `type-map`: `datetime` is no format that is checked; known: date-time,",
        ),
        ("ts", "[emit.type-map.ts]\nuuid = \"Id\"\n", ":8:8: `type-map`: `Id` needs `read`"),
        (
            "ts",
            "[emit.type-map.ts]\nuuid = \"Id<\"\n",
            ":8:8: `type-map`: `Id<` is no type of ts; write it like",
        ),
        (
            "ts",
            "[emit.type-map.ts]\nuuid = { type = \"Id\", with = \"x\" }\n",
            ":8:1: `type-map`: a type of ts has no `with`; known: type, import, read",
        ),
        (
            "ts",
            "[emit.type-map.ts]\nuuid = 5\n",
            ":8:8: `type-map` has a integer; expected the name of a type",
        ),
        (
            "ts",
            "[emit.type-map.rust]\nuuid = \"x::Y\"\n",
            ":7:16: `type-map` has `rust`, which is no language of this entry; known: ts",
        ),
        (
            "bash",
            "[emit.type-map.bash]\nuuid = \"x\"\n",
            ":8:8: `type-map`: bash files have no types",
        ),
        (
            "python",
            "[emit.type-map.python]\nuuid = \"UUID\"\n",
            ":8:8: `type-map`: `UUID` is no type in a module of python",
        ),
        (
            "python",
            "[emit.type-map.python]\nuuid = { type = \"a.B\", read = \"B; x\" }\n",
            ":8:1: `type-map`: `B; x` is no function of python",
        ),
        (
            "go",
            "[emit.type-map.go]\nuuid = \"uuid.UUID\"\n",
            ":8:8: `type-map`: `uuid.UUID` needs `import`: the path of its package",
        ),
        (
            "rust",
            "[emit.type-map.rust]\nuuid = \"uuid::\"\n",
            ":8:8: `type-map`: `uuid::` is no type of rust",
        ),
        (
            "go",
            "[emit.type-map.go]\nuuid = { type = \"x.Y\", import = \"../../x\" }\n",
            ":8:1: `type-map`: `../../x` is no path of a package of go",
        ),
        (
            "go",
            "[emit.type-map.go]\nuuid = { type = \"C.Y\", import = \"C\" }\n",
            ":8:1: `type-map`: `C` is no path of a package of go",
        ),
        (
            "rust",
            "[emit.type-map.rust]\nuuid = \"a::Id<[(); include!(\\\"x\\\")]>\"\n",
            "is no type of rust",
        ),
        (
            "rust",
            "[emit.type-map.rust]\nuuid = { type = \"a::Id\", with = \"a::with\\n\" }\n",
            "is no module of rust",
        ),
        (
            "rust",
            "[emit.type-map.rust]\nuuid = { typ = \"x\" }\n",
            ":8:16: unknown key `typ`; known: type,",
        ),
        (
            "rust",
            "[emit.rust-crates]\nshop-types = \"new\"\n",
            ":8:14: `rust-crates`: `new` is no version; write it like `1.2.3`",
        ),
        (
            "ts",
            "[emit.rust-crates]\nshop-types = \"*\"\n",
            ":8:14: `rust-crates`: the entry emits no Rust",
        ),
        (
            "ts",
            "formats = \"annotate\"\n[emit.type-map.ts]\nuuid = \"Date\"\n",
            "`type-map`: a type can't hold what is not checked",
        ),
        (
            "ts",
            "with = [\"types\"]\n[emit.type-map.ts]\nuuid = \"Date\"\n",
            "`type-map`: parsers make the types in ts",
        ),
        (
            "rust",
            "types = \"typify\"\n[emit.type-map.rust]\nuuid = \"x::Y\"\n",
            "`type-map`: typify chooses its types itself",
        ),
    ];
    for (lang, map, expected) in cases {
        let folder = project(lang, map)?;
        let (code, out, err) = text(&run_in(folder.path(), &["emit"]));
        if code != 2 || !out.is_empty() || err.lines().count() != 1 || !err.contains(expected) {
            return Err(format!("{map}: {code} {out}{err}").into());
        }
    }
    let deep = format!("shop_types::{}u8{}", "Id<".repeat(20_000), ">".repeat(20_000));
    // What a schema asks for is read where its crate is known.
    for (old, new, expected) in [
        (
            "\"version\": \"1.2\"",
            "\"version\": \"new\"",
            "/properties/tenant/x-rust-type: has a `version`",
        ),
        ("shop_types::Tenant", "other::Tenant", "does not begin with its crate"),
        // What a length of an array holds is code, which would run in the user's program.
        (
            "shop_types::Tenant",
            "shop_types::Id<[(); std::matches!({ 0 }, 0) as usize]>",
            "has a `path` that is more",
        ),
        (
            "shop_types::Tenant",
            "shop_types::Id<[(); include!(\\\"x\\\")]>",
            "has a `path` that is more",
        ),
        ("shop_types::Tenant", "shop_types::Tenant // x", "has a `path` that is more"),
        ("shop_types::Tenant", "shop_types::Id<'static>", "has a `path` that is more"),
        ("shop_types::Tenant", deep.as_str(), "has a `path` that is more"),
        ("{ \"$ref\": \"#/$defs/Station\" }] }", "5] }", "has `parameters`"),
        (
            "\"crate\": \"shop-types\",\n        \"version\": \"1.2\",\n        \"path\": \"shop_types::Tenant\"",
            "\"path\": 1",
            "needs the strings",
        ),
    ] {
        let folder = project("rust", "[emit.rust-crates]\nshop-types = \"*\"\n")?;
        let path = folder.path().join("booking.json");
        let contract = std::fs::read_to_string(&path)?;
        let changed = match new {
            "5] }" => contract.replace(
                "\"parameters\": [{ \"$ref\": \"#/$defs/Station\" }]",
                "\"parameters\": [5]",
            ),
            _ => contract.replacen(old, new, 1),
        };
        if changed == contract {
            return Err(format!("nothing changed: {old}").into());
        }
        std::fs::write(&path, changed)?;
        let (code, out, err) = text(&run_in(folder.path(), &["emit"]));
        if code != 2 || !out.is_empty() || err.lines().count() != 1 || !err.contains(expected) {
            return Err(format!("{new}: {code} {out}{err}").into());
        }
    }
    // Another version than the project's: the type is skillgen's own, as typify does it.
    let folder = project("rust", "[emit.rust-crates]\nshop-types = \"2.0.0\"\n")?;
    emit(folder.path(), &[])?;
    let file = std::fs::read_to_string(folder.path().join("src/booking.rs"))?;
    match file.contains("pub tenant: Option<String>,") && !file.contains("shop_types") {
        true => Ok(()),
        false => Err("the type of another version is used".into()),
    }
}
