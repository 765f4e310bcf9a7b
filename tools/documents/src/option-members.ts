import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** A member of an options type, or a constant, as its source describes it. */
export interface DescribedMember {
  readonly name: string;
  /** The doc comment on one line, without its default. */
  readonly meaning: string;
  /** What the doc comment says after "Default", or the value of a constant. */
  readonly fallback: string | undefined;
}

/** The members of an interface with their doc comments. */
export function membersOfInterface(file: string, name: string): DescribedMember[] {
  const source = parse(file);
  const found = source.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name);
  if (!found || !ts.isInterfaceDeclaration(found)) throw new Error(`${file} has no interface ${name}`);
  return found.members.flatMap((member) =>
    ts.isPropertySignature(member) && ts.isIdentifier(member.name)
      ? [{ name: member.name.text, ...described(commentOf(member)) }]
      : [],
  );
}

/** A constant with its doc comment. */
export function constantOf(file: string, name: string): DescribedMember {
  for (const statement of parse(file).statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const declared = statement.declarationList.declarations.find(
      (each) => ts.isIdentifier(each.name) && each.name.text === name,
    );
    if (declared?.initializer) {
      return { name, meaning: described(commentOf(statement)).meaning, fallback: declared.initializer.getText() };
    }
  }
  throw new Error(`${file} has no constant ${name}`);
}

function parse(file: string): ts.SourceFile {
  const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  return ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
}

function commentOf(node: ts.Node): string {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return docs.map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? "").join(" ");
}

function described(comment: string): Pick<DescribedMember, "meaning" | "fallback"> {
  const text = comment.replaceAll("\n", " ").replaceAll("|", "\\|");
  const at = text.search(/Default( and maximum)?:? /);
  if (at < 0) return { meaning: text, fallback: undefined };
  // A number may hold a point; a sentence ends with one and a blank.
  const rest = text.slice(at);
  const end = rest.search(/\.(?: |$)/);
  const fallback = rest.slice(0, end < 0 ? rest.length : end).replace(/^Default( and maximum)?:? /, "");
  const meaning = `${text.slice(0, at).trim()} ${end < 0 ? "" : rest.slice(end + 1).trim()}`.trim();
  return { meaning, fallback };
}
