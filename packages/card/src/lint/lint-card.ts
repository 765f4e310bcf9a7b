import { type AgentCard, checkJson, isJsonObject, type JsonObject } from "@a2a/types";
import { capabilityRules } from "./rules/capabilities.ts";
import { type LintContext, viewCard } from "./rules/card-view.ts";
import { documentRules, unreadable } from "./rules/document.ts";
import type { LintFinding } from "./rules/finding.ts";
import { interfaceRules } from "./rules/interfaces.ts";
import { legacyRules } from "./rules/legacy.ts";
import { requiredRules } from "./rules/required.ts";
import type { LintRule, Rule } from "./rules/rule.ts";
import { securityRules } from "./rules/security.ts";
import { signatureRules } from "./rules/signatures.ts";
import { skillRules } from "./rules/skills.ts";
import { textRules } from "./rules/texts.ts";

const rules: readonly Rule[] = [
  ...documentRules,
  ...requiredRules,
  ...interfaceRules,
  ...skillRules,
  ...capabilityRules,
  ...securityRules,
  ...signatureRules,
  ...textRules,
  ...legacyRules,
];

/** Every rule, grouped by subject. */
export const lintRules: readonly LintRule[] = rules;

/**
 * Finds problems in a card of any protocol version. Given the text of a document, it also finds what parsing hides, such as duplicate
 * members. Pointers refer to the card as written. A correct card has no findings.
 */
export function lintCard(card: AgentCard | JsonObject | string, context: LintContext = {}): LintFinding[] {
  const text = typeof card === "string" ? card : undefined;
  const value = typeof card === "string" ? parse(card) : (card as JsonObject); // a card is plain JSON
  if (value === undefined) return [unreadable("the document is not JSON")];
  if (!isJsonObject(value)) return [unreadable("the document is not a JSON object")];
  const excess = checkJson(value);
  if (excess !== undefined) return [unreadable(`the document ${excess}`)];
  const view = viewCard(value, text, context);
  return rules.flatMap(({ rule, severity, section, fix, check }) =>
    Array.from(check(view), ({ pointer, message }) => ({ severity, rule, pointer, message, section, fix })),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined; // which is not a JSON value
  }
}
