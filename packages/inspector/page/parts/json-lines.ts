/** One line of a JSON document. */
export interface JsonLine {
  readonly depth: number;
  /** The name of the member, with its quotes; empty in lists. */
  readonly name: string;
  /** The value if it fits on the line, else the bracket that opens or closes it. */
  readonly text: string;
  readonly kind: "string" | "number" | "word" | "bracket";
  /** Where the line begins a value, as a JSON pointer. */
  readonly pointer: string | undefined;
}

/** How many lines are shown of one document. */
const MAX_LINES = 20_000;

/** A JSON value line by line, each with the pointer to its value. */
export function jsonLines(value: unknown): JsonLine[] {
  const lines: JsonLine[] = [];
  write(value, "", "", 0, "");
  return lines;

  function write(item: unknown, name: string, pointer: string, depth: number, comma: string): void {
    if (lines.length >= MAX_LINES) return;
    const isList = Array.isArray(item);
    if (typeof item !== "object" || item === null || Object.keys(item).length === 0) {
      const text = (JSON.stringify(item) ?? "null") + comma;
      const kind = typeof item === "string" ? "string" : typeof item === "number" ? "number" : "word";
      lines.push({ depth, name, text, kind, pointer });
      return;
    }
    lines.push({ depth, name, text: isList ? "[" : "{", kind: "bracket", pointer });
    const members = Object.entries(item);
    for (const [index, [member, inner]] of members.entries()) {
      const below = `${pointer}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      write(inner, isList ? "" : JSON.stringify(member), below, depth + 1, index < members.length - 1 ? "," : "");
    }
    lines.push({ depth, name: "", text: (isList ? "]" : "}") + comma, kind: "bracket", pointer: undefined });
  }
}
