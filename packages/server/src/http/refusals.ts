import { asA2AError } from "@a2a/bridge";
import { type A2AError, type ErrorCode, isA2AError, type Logger } from "@a2a/types";
import { LimitError } from "../budgets/limit-error.ts";
import { LabelCache, type Metrics } from "../telemetry/metrics.ts";

/** Counts and logs a refused call, and returns what its caller may see. Details that only the operator should know go to the log. */
export function reportRefusal(
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics | undefined },
  error: unknown,
  about: object,
): A2AError {
  countRefusal(metrics, error);
  if (!isA2AError(error)) logger.error({ ...about, error }, "call failed");
  else if (isA2AError(error, "UNAVAILABLE")) logger.warn({ ...about, error }, "call refused: unavailable");
  else if (isA2AError(error, "UNAUTHENTICATED")) logger.warn(about, "unauthenticated call refused");
  else if (isA2AError(error, "PERMISSION_DENIED")) logger.warn(about, "unauthorized call refused");
  return asA2AError(error);
}

/** Codes by which calls are refused that would have been answered at another time, or in smaller pieces. */
const LIMITS = new Set<ErrorCode>(["RATE_LIMITED", "CAPACITY_EXCEEDED", "PAYLOAD_TOO_LARGE", "UNAVAILABLE"]);
const labels = new LabelCache();

function countRefusal(metrics: Metrics | undefined, error: unknown): void {
  if (metrics === undefined || !isA2AError(error) || !LIMITS.has(error.code)) return;
  const { code } = error;
  const limit = error instanceof LimitError ? error.limit : undefined;
  const make = () => ({ "error.type": code, ...(limit !== undefined && { "a2a.limit": limit }) });
  metrics.record("a2a.server.refusals", 1, labels.of(`${code} ${limit}`, make));
}
