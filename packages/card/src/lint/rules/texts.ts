import { asText, type CardLocation, type CardView } from "./card-view.ts";
import { at, quote, type Rule } from "./rule.ts";

/** Names of the members that people and models get to read. */
const SHOWN = /\/(name|description|organization)$|\/(tags|examples)\/\d+$/;

/** The longest texts of each kind that are of use. */
const MAX_LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/\/(name|organization)$/, 100],
  [/\/tags\/\d+$/, 50],
  [/\/examples\/\d+$/, 1_000],
  [/\/description$/, 2_000],
];

const INSTRUCTIONS: readonly RegExp[] = [
  /\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|earlier|all|other|your)\b.{0,40}\b(instruction|prompt|rule|message|agent|tool)/i,
  /\b(system|developer)\s+(prompt|message|instruction)/i,
  /\byou (must|should|have to|are required to|will) (always|never|only|now|immediately)\b/i,
  /\b(always|only) (use|call|choose|prefer|pick|select) this (agent|tool|skill)\b/i,
  /\bdo not (tell|inform|ask|mention|show)\b.{0,30}\b(user|human|anyone)\b/i,
  /\byou are now\b|\bact as (an?|the)\b.{0,30}\b(administrator|root|system|assistant)\b/i,
  /<\/?(system|assistant|user|instructions?|tool|important)\b[^<>]*>|<\|[a-z_]+\|>|\[\/?INST\]/i,
  /\[(INPUT_REQUIRED|COMPLETED|FAILED|CANCELLED|TIMEOUT)\b/,
];

const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(sk|rk|pk)[-_](live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{16,}/,
  /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  /\bAIza[\w-]{30,}/,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/,
  /\b(Bearer|Basic)\s+[A-Za-z0-9+/=._-]{20,}/,
  /\b(password|passwd|secret|api[-_ ]?key|token)\s*[:=]\s*["']?[^\s"'<>{}[\]]{8,}/i,
];

const MARKUP: readonly RegExp[] = [/<(script|iframe|img|svg|style|a|object|embed|form)\b|javascript:|\son\w+\s*=/i];

/** Rules about texts: for people, and for the models they are shown to. */
export const textRules: readonly Rule[] = [
  {
    rule: "text/control",
    severity: "error",
    section: "14.3",
    fix: "Write plain text; only line breaks are of use in a description.",
    *check(view) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
      const control = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
      for (const { pointer, value } of allTexts(view))
        if (control.test(value)) yield at(pointer, "the text contains control characters");
    },
  },
  {
    rule: "text/invisible",
    severity: "error",
    section: "14.3",
    fix: "Remove them: what is read must be what is seen.",
    *check(view) {
      const invisible =
        /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e01ef}]/u;
      for (const { pointer, value } of allTexts(view)) {
        if (invisible.test(value))
          yield at(pointer, "the text contains invisible characters or characters that change its direction");
      }
    },
  },
  {
    rule: "text/surrogate",
    severity: "error",
    section: "14.1",
    fix: "Write the whole character.",
    *check(view) {
      for (const { pointer, value } of allTexts(view)) {
        if (!value.isWellFormed())
          yield at(pointer, "the text contains half of a surrogate pair, so it cannot be signed or encoded");
      }
    },
  },
  {
    rule: "text/too-long",
    severity: "warning",
    section: "13.4",
    fix: "Shorten it; detail belongs to the page at documentationUrl.",
    *check(view) {
      for (const { pointer, value } of shownTexts(view)) {
        const [, limit = Number.POSITIVE_INFINITY] = MAX_LENGTHS.find(([kind]) => kind.test(pointer)) ?? [];
        if (value.length > limit)
          yield at(pointer, `the text has ${value.length} characters; beyond ${limit} it is cut or skipped`);
      }
    },
  },
  {
    rule: "text/untrimmed",
    severity: "info",
    section: "4.4.1",
    fix: "Remove blanks at both ends.",
    *check(view) {
      for (const { pointer, value } of shownTexts(view)) {
        if (value !== value.trim() && value.trim() !== "")
          yield at(pointer, "the text begins or ends with white space");
      }
    },
  },
  {
    rule: "text/line-break",
    severity: "warning",
    section: "4.4.1",
    fix: "Write names, tags and examples in one line.",
    *check(view) {
      for (const { pointer, value } of shownTexts(view)) {
        if (!pointer.endsWith("/description") && /[\r\n\u2028\u2029]/.test(value))
          yield at(pointer, "the text has several lines");
      }
    },
  },
  {
    rule: "text/instruction",
    severity: "warning",
    section: "14.3",
    fix: "Describe what the agent does, without addressing the model that reads it.",
    *check(view) {
      for (const { pointer, value } of shownTexts(view)) {
        const found = firstMatch(value, INSTRUCTIONS);
        if (found !== undefined) yield at(pointer, `the text addresses the model that reads it: ${quote(found)}`);
      }
    },
  },
  {
    rule: "text/markup",
    severity: "warning",
    section: "14.3",
    fix: "Write plain text; readers show it as it is, or are in danger.",
    *check(view) {
      for (const { pointer, value } of shownTexts(view)) {
        if (firstMatch(value, MARKUP) !== undefined) yield at(pointer, "the text contains markup");
      }
    },
  },
  {
    rule: "text/secret",
    severity: "error",
    section: "14.3",
    fix: "Remove it and replace the credential: consider everything in a public card compromised.",
    *check(view) {
      for (const { pointer, value } of allTexts(view)) {
        // The secret itself is not repeated: findings end up in logs.
        if (firstMatch(value, SECRETS) !== undefined) yield at(pointer, "the text looks like a secret");
      }
    },
  },
];

function allTexts({ locations }: CardView): CardLocation<string>[] {
  return locations.flatMap(({ pointer, value }) => (asText(value) === "" ? [] : [{ pointer, value: asText(value) }]));
}

/**
 * The match of the first pattern that matches. The text is searched in pieces, since some patterns take time in proportion to the square of
 * the length; they overlap by more than a pattern needs.
 */
function firstMatch(text: string, patterns: readonly RegExp[]): string | undefined {
  for (let start = 0; start === 0 || start + OVERLAP < text.length; start += PIECE - OVERLAP) {
    const piece = text.slice(start, start + PIECE);
    for (const pattern of patterns) {
      const found = pattern.exec(piece);
      if (found) return found[0];
    }
  }
  return undefined;
}
const PIECE = 2_000;
const OVERLAP = 500;

function shownTexts(view: CardView): CardLocation<string>[] {
  return allTexts(view).filter(({ pointer }) => SHOWN.test(pointer) && !pointer.includes("/params/"));
}
