/** How much of one field of a card is shown. */
export const MAX_FIELD = 200;

/**
 * Turns untrusted text into one plain line: removes controls, bidirectional marks, tags and other invisible characters, collapses white
 * space, and ends text that is too long in "…". Joiners stay, for the scripts and emoji that need them.
 */
export function cleanText(text: string, maxLength = MAX_FIELD): string {
  const line = text
    .replace(INVISIBLE, "")
    .replace(/[\s\u0085]+/g, " ")
    .trim();
  if (line.length <= maxLength) return line;
  const characters = Array.from(line.slice(0, maxLength));
  // A character cut in half, and the last whole one, make room for the ellipsis.
  return `${characters.slice(0, -1).join("").trimEnd()}…`;
}

/** Untrusted text with its line breaks: without control characters, and without those that hide text or change its direction. */
export function cleanLines(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/[\v\f\ufeff]/g, "")
    .replace(INVISIBLE, "");
}

const INVISIBLE = /(?![\s\u0085\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|[\ufe00-\ufe0e]|[\u{e0000}-\u{e01ef}]/gu;
