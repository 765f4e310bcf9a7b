import type { Dialect } from "../codec/dialect.ts";

/** Agents of 0.2 that answer with tasks only, and take a task that needs credentials for one that runs. */
export const agenticPatterns: Dialect = { name: "agentic-patterns", tasksOnly: true, credentialsAsInput: true };
