// Writes templates/js/*.js from templates/ts/*.ts: the same code without types, laid out by prettier. Run it as
// `node tests/erase-types.mjs FOLDER`; FOLDER gets the files.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import ts from "typescript";

const [folder] = process.argv.slice(2);
const sources = new URL("../templates/ts/", import.meta.url);

/** The places of a source file that only hold types, and of `export`, as pairs of offsets. */
function places(file) {
  const found = [];
  const text = file.text;
  const cut = (from, to) => found.push([from, to]);
  /** From the end of what stands before a type to the type's end: the colon goes with it. */
  const annotation = (owner, type) => {
    if (type !== undefined) cut(text.lastIndexOf(":", type.getStart(file)), type.end);
    if (owner.questionToken !== undefined) cut(owner.questionToken.pos, owner.questionToken.end);
  };
  const list = (nodes) => {
    if (nodes !== undefined) cut(nodes.pos - 1, text.indexOf(">", nodes.end) + 1);
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    const isFieldWithoutValue = ts.isPropertyDeclaration(node) && node.initializer === undefined;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || isFieldWithoutValue) {
      // With its documentation, but not with the line that opens a piece.
      cut(node.getStart(file, true), node.end);
      return;
    }
    for (const modifier of node.modifiers ?? []) {
      const erased = [ts.SyntaxKind.ExportKeyword, ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ReadonlyKeyword];
      if (erased.includes(modifier.kind)) cut(modifier.getStart(file), modifier.end);
    }
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertyDeclaration(node)) annotation(node, node.type);
    if (ts.isFunctionLike(node)) {
      list(node.typeParameters);
      annotation({}, node.type);
    }
    if (ts.isClassDeclaration(node)) list(node.typeParameters);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) list(node.typeArguments);
    if (ts.isAsExpression(node)) {
      cut(node.expression.end, node.end);
      visit(node.expression);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(sources).filter((name) => name.endsWith(".ts"))) {
  const text = readFileSync(new URL(name, sources), "utf8");
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  let erased = text;
  for (const [from, to] of places(file).sort((a, b) => b[0] - a[0])) erased = erased.slice(0, from) + erased.slice(to);
  erased = erased.replaceAll("TypeScript", "JavaScript");
  writeFileSync(join(folder, name.replace(/ts$/, "js")), await format(erased, { parser: "babel" }));
}
