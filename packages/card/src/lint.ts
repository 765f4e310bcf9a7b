export type { LintContext } from "./lint/card-view.ts";
export type { LintFinding, LintSeverity } from "./lint/finding.ts";
export { lintCard, lintRules } from "./lint/lint-card.ts";
export type { LintRule } from "./lint/rule.ts";
