import type { FieldViolation } from "@a2a/types";
import type { Issue } from "@a2a/types/internal/schema";

const MOST = 20;
const LONGEST = 200;

/**
 * Issues as violations with wire paths, `message.parts.0.file`. Each states the expected value; the actual value is
 * described by its type only, since it may be a secret.
 */
export function fieldViolations(issues: readonly Issue[]): FieldViolation[] {
  return issues.slice(0, MOST).map(({ path, message }) => ({
    field: path.map(String).join(".").slice(0, LONGEST),
    description: message,
  }));
}
