//! The frame of `--format html`: one page that works without a network, light or dark, on a screen and in print.

use contract::text::safe;

/// The style that all pages share.
const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8885;--soft:#8881;--add:#2ea0432e;--del:#f851492e;--bad:#cf222e;--warn:#9a6700;--good:#1a7f37}\
@media(prefers-color-scheme:dark){:root{--bad:#ff7b72;--warn:#d29922;--good:#56d364}}\
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:1500px;padding:1.5rem}\
h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin-top:2rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}\
h3{font-size:1rem;margin:1.2rem 0 .3rem;overflow-wrap:anywhere}\
code,pre,table.code{font-family:ui-monospace,monospace;font-size:13px}\
code{background:var(--soft);padding:.1em .3em;border-radius:3px;overflow-wrap:anywhere}\
pre{background:var(--soft);padding:.5rem .8rem;margin:.3rem 0;max-height:24rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;border-radius:4px}\
b.major,a.major{color:var(--bad)}b.minor,a.minor{color:var(--warn)}b.patch,a.patch{color:var(--good)}\
small{opacity:.8}p{margin:.3rem 0;overflow-wrap:anywhere}ul{margin:.3rem 0;padding-left:1.3rem}\
table.facts{border-collapse:collapse;margin:.6rem 0}table.facts th,table.facts td{text-align:left;vertical-align:top;padding:.15rem 1.2rem .15rem 0;overflow-wrap:anywhere}\
div.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:4px;margin:1rem 0}\
table.code{border-collapse:collapse;width:100%;min-width:50rem;table-layout:fixed;line-height:1.45}\
col.n{width:3.6em}table.code th{text-align:left;padding:.4rem;border-bottom:1px solid var(--line);font-weight:600;overflow-wrap:anywhere}\
table.code td{vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere;padding:0 .4rem}\
table.code td.n{text-align:right;opacity:.5;user-select:none}\
td.add{background:var(--add)}td.del{background:var(--del)}td.none{background:var(--soft)}\
mark{color:inherit;background:none;border-radius:2px}td.add mark{background:#2ea04366}td.del mark{background:#f8514966}\
a.mark,span.mark{font:12px system-ui,sans-serif;white-space:nowrap;text-decoration:none;border:1px solid;border-radius:999px;padding:0 .5em;margin-left:.4em}\
tbody.fold td{background:var(--soft);text-align:center}tbody.fold label{cursor:pointer;opacity:.8}\
tbody.fold:has(input:not(:checked))+tbody{display:none}\
@media print{tbody.fold{display:none}pre{max-height:none}}";

/// The end of a page.
pub(crate) const END: &str = "</body></html>\n";

/// A page needs its own style and nothing else. If markup of a repository got into it after all, the browser would run no
/// script and load nothing.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/// The beginning of a page with this title, up to its heading. `style` is our own CSS.
pub(crate) fn begin(title: &str, style: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}{style}</style></head><body>\n<h1>{title}</h1>\n"
    )
}

/// Text from a file in an element or in an attribute in double quotes.
pub(crate) fn escape(text: &str) -> String {
    safe(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A sentence whose quotations in backticks become code.
pub(crate) fn prose(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in text.split('`').enumerate() {
        // Odd parts are between two backticks; an unclosed one is unchanged.
        let quoted = index % 2 == 1 && text.matches('`').count() > index;
        let part = escape(part);
        match (quoted, index % 2) {
            (true, _) => out.push_str(&format!("<code>{part}</code>")),
            (false, 1) => out.push_str(&format!("`{part}")),
            _ => out.push_str(&part),
        }
    }
    out
}
