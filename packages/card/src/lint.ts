export { lintCard, lintRules } from "./lint/lint-card.ts";
export type { LintContext } from "./lint/rules/card-view.ts";
export type { LintFinding, LintSeverity } from "./lint/rules/finding.ts";
export type { LintRule } from "./lint/rules/rule.ts";
