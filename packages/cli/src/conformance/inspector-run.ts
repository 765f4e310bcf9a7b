import type { ConformanceRun } from "@a2a/inspector";
import { runChecks } from "./run-checks.ts";

/** The conformance checks as the inspector runs them. */
export const conformance: ConformanceRun = (url, { http, headers, signal, versions }) =>
  runChecks(url, { exchange: http, headers, signal, text: "hello", timeoutMs: 30_000, ...(versions && { versions }) });
