import ts from "typescript";
import { sourceFile } from "./source-files.ts";

/** The doc comments of the members of an interface, by name. Inherited members are not included. */
export function optionDocs(path: string, interfaceName: string): Readonly<Record<string, string>> {
  const declaration = sourceFile(path).statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === interfaceName,
  );
  if (!declaration) throw new Error(`${path} declares no interface ${interfaceName}`);
  return Object.fromEntries(
    declaration.members.map((member) => {
      const comments = ts.getJSDocCommentsAndTags(member).map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
      return [member.name?.getText() ?? "", comments.join(" ").replaceAll(/\s+/g, " ")];
    }),
  );
}

/** A doc comment without the sentence about the default. */
export function withoutDefault(comment: string): string {
  return comment.replace(/ ?\bDefault\b(?: and maximum\b)?:? (?:[^.]|\.(?! |$))*(?:\.|$)/, "").trim();
}

/** The quantities that a doc comment names as defaults: "Default 10 Mi in memory, 64 Mi in SQLite." names two. */
export function statedDefaults(comment: string): number[] {
  const [sentence = ""] = /\bDefault\b:? (?:[^.]|\.(?! |$))*/.exec(comment) ?? [];
  return [...sentence.matchAll(/\b(\d[\d,]*|one|five)(?: ([A-Za-z]+))?/g)].map(([, number = "", unit = ""]) => {
    const value = { one: 1, five: 5 }[number] ?? Number(number.replaceAll(",", ""));
    return value * (UNITS[unit] ?? 1);
  });
}

const UNITS: Readonly<Record<string, number>> = {
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  Mi: 2 ** 20,
  minutes: 60_000,
  hour: 3_600_000,
  hours: 3_600_000,
  days: 86_400_000,
};
