/** What a machine may lack. */
export type Need = "PostgreSQL" | "a browser";

/** Shared by all copies of this module, since the runner and the tests load their own. */
const KEY = Symbol.for("a2a.test-needs");
const shared = globalThis as { [KEY]?: Set<Need> };

/** The needs of the test file that is being loaded. */
export const needs: Set<Need> = shared[KEY] ?? new Set();
shared[KEY] = needs;
