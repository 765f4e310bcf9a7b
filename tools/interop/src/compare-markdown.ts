import type { Answers } from "./compare.ts";

const introduction = `# Comparison

The same agent behind our server and behind the two official ones, asked the same questions over plain HTTP on the loopback. Each
question can be answered either way: the table shows it, or tests in which our own server, set up otherwise, answers no. The official
servers are set up as their documentation has it, with webhooks switched on; 1.3.0 also with its layer for callers of 0.3 and with its
database store on SQLite, 0.3.14 with the store in memory that it brings. Nothing here is about speed. Written by
\`npm run compare\`; a test asks again and compares.
`;

/** The answers as a document. */
export function toDocument({ names, rows }: Answers): string {
  const notes: string[] = [];
  const note = (text: string) => {
    if (!notes.includes(text)) notes.push(text);
    return `(${notes.indexOf(text) + 1})`;
  };
  const lines = rows.map(({ title, verdicts }) => {
    const cells = verdicts.map(({ holds, because }) => {
      const word = holds === undefined ? "–" : holds ? "yes" : "no";
      return because === undefined ? word : `${word} ${note(because)}`;
    });
    return `| ${[title, ...cells].join(" | ")} |`;
  });
  const footnotes = notes.map((text, index) => `${index + 1}. ${text}`);
  return [introduction, ...table(["", ...names], lines), "", ...footnotes, ""].join("\n");
}

/** A few of the rows, by the beginning of their titles, for the README. Throws when one is not there. */
export function toExcerpt({ names, rows }: Answers, beginnings: readonly string[]): string {
  const lines = beginnings.map((beginning) => {
    const row = rows.find(({ title }) => title.startsWith(beginning));
    if (!row) throw new Error(`no question begins with "${beginning}"`);
    const cells = row.verdicts.map(({ holds }) => (holds === undefined ? "–" : holds ? "yes" : "no"));
    return `| ${[row.title, ...cells].join(" | ")} |`;
  });
  return `${table(["", ...names], lines).join("\n")}\n`;
}

function table(head: readonly string[], lines: readonly string[]): string[] {
  return [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...lines];
}
