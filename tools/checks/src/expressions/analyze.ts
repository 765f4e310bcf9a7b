import { check } from "recheck";

/** How long one analysis may take: some expressions have too many states for it to end. */
const TIMEOUT_MS = 30_000;

/** Why a regular expression may take more than linear time, with a text that shows it; `undefined` when it does not. */
export async function analyze(literal: string): Promise<string | undefined> {
  const end = literal.lastIndexOf("/");
  const verdict = await check(literal.slice(1, end), literal.slice(end + 1), { timeout: TIMEOUT_MS });
  if (verdict.status === "safe") return undefined;
  if (verdict.status === "unknown") return `could not be analyzed: ${verdict.error.kind}`;
  return `takes ${verdict.complexity.summary} time, for example for ${verdict.attack.pattern.slice(0, 200)}`;
}
