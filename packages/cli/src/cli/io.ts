/** The streams, environment and signal of a command; tests pass their own. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  out(text: string): void;
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Whether stderr is a terminal that can redraw a progress line. */
  readonly watched?: boolean;
  /** Whether stdin is a terminal, so that reading it would wait for a person. */
  readonly typed?: boolean;
}

/** Everything on standard input, as text. */
export async function readStdin(io: Io): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of io.stdin)
    text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** Untrusted text, safe for a terminal: nothing in it can move the cursor, change colors or reverse the writing direction. */
export function shown(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** The same on one line, so that a value cannot forge a field. */
export function line(text: string): string {
  return shown(text).replaceAll("\n", "\\n").replaceAll("\t", " ");
}

/** A text quoted as one shell word, so that a printed command with an untrusted id in it can be copied safely. */
export function shellWord(text: string): string {
  const word = line(text);
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A value as JSON on one line, safe for a terminal as well. */
export function json(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE_IN_JSON, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
