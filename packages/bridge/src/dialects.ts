export type { Dialect } from "./codec/dialect.ts";
export { agenticPatterns } from "./dialects/agentic-patterns.ts";
export { cortex } from "./dialects/cortex.ts";
export { cortex0_1 } from "./dialects/cortex-0-1.ts";
export { gmfForge } from "./dialects/gmf-forge.ts";
