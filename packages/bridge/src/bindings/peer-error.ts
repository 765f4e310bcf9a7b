import { isA2AError, LocalError } from "@a2a/types";

const SHOWN = 200;

/** A piece of a peer's answer fit for an error message: at most 200 characters, with control characters escaped. */
export function excerpt(text: string): string {
  const cut = text.slice(0, SHOWN);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  const shown = cut.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, escaped);
  return shown.slice(0, SHOWN * 2);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Reads what a peer sent; what does not fit is the peer's fault and stays on this side. */
export function readPeer<T>(version: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isA2AError(error, "INVALID_PARAMS")) throw error;
    const [violation] = error.violations;
    const where = violation ? `${violation.field || "answer"}: ${violation.description}` : error.message;
    throw new LocalError("PROTOCOL", `the peer's answer does not fit protocol ${version}: ${excerpt(where)}`, {
      cause: error,
    });
  }
}
