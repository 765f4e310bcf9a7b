import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "checks/files";
import { codeBlocks } from "checks/markdown";
import { findSnippets } from "checks/snippets";

/** A step that a reader of a page runs. */
export interface Step {
  /** The page, from the root. */
  readonly file: string;
  readonly line: number;
  /** A program, or a command of `a2a`. */
  readonly run: Program | Command;
}

/** A block of TypeScript. */
export interface Program {
  readonly code: string;
  /** Packages that the reader has under one name and the workspace under another. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** A line of a block of commands. */
export interface Command {
  readonly args: readonly string[];
  /** The file that is its standard input. */
  readonly input: string | undefined;
}

/** The steps of each page, in their order. Commands other than `a2a` install, build or clone, and are not among them. */
export function findSteps(root: string): Map<string, Step[]> {
  const programs = Map.groupBy(findSnippets(root), ({ file }) => file);
  const pages = listFiles(root).filter((file) => file.endsWith(".md"));
  return new Map(
    pages.flatMap((file) => {
      const steps: Step[] = (programs.get(file) ?? []).map(({ line, code, aliases }) => ({
        file,
        line,
        run: { code, aliases },
      }));
      steps.push(...commandsIn(file, readFileSync(join(root, file), "utf8")));
      steps.sort((one, other) => one.line - other.line);
      return steps.length === 0 ? [] : [[file, steps]];
    }),
  );
}

/** The commands of a page. */
export function commandsIn(file: string, markdown: string): Step[] {
  return codeBlocks(markdown)
    .filter(({ language }) => language === "sh")
    .flatMap(({ line, code }) =>
      code.split("\n").flatMap((text, index) => {
        const command = readCommand(text);
        return command ? [{ file, line: line + 1 + index, run: command }] : [];
      }),
    );
}

function readCommand(text: string): Command | undefined {
  const [name, ...words] = text.replace(/\s+#.*$/, "").match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  if (name !== "a2a") return undefined;
  const args = words.filter((word) => word !== "&").map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
  const redirect = args.indexOf("<");
  return redirect < 0 ? { args, input: undefined } : { args: args.slice(0, redirect), input: args[redirect + 1] };
}
