import type { Dialect } from "../codec/dialect.ts";

/** Agents of 0.2 that answer with tasks only, and treat a task that needs credentials as running. */
export const agenticPatterns: Dialect = { name: "agentic-patterns", tasksOnly: true, credentialsAsInput: true };
