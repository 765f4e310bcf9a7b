/** A piece of a line in one style. */
export interface Span {
  readonly text: string;
  /** The names of its styles: `bold`, `dim`, or a color. */
  readonly styles: readonly string[];
}

const colors = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/** Parses the ANSI sequences that set a style; other sequences are dropped. */
export function parseAnsi(line: string): Span[] {
  const spans: Span[] = [];
  let styles: readonly string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters.
  for (const piece of line.split(/(\x1b\[[0-9;?]*[A-Za-z])/)) {
    if (piece.startsWith("\x1b[")) {
      if (piece.endsWith("m")) for (const code of piece.slice(2, -1).split(";")) styles = apply(styles, Number(code));
    } else if (piece !== "") spans.push({ text: piece, styles });
  }
  return spans;
}

function apply(styles: readonly string[], code: number): readonly string[] {
  const without = (gone: readonly string[]) => styles.filter((style) => !gone.includes(style));
  if (code === 0) return [];
  if (code === 1) return [...without(["bold"]), "bold"];
  if (code === 2) return [...without(["dim"]), "dim"];
  if (code === 22) return without(["bold", "dim"]);
  const color = colors[code - 30];
  if (color !== undefined) return [...without(colors), color];
  return code === 39 ? without(colors) : styles;
}
