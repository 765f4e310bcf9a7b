import type { FieldViolation } from "@a2a/types";
import type * as z from "zod/mini";

const MOST = 20;
const LONGEST = 200;

/**
 * Zod's issues as violations with wire paths, `message.parts.0.file`. Each states the expected value; the actual value is
 * described by its type only, since it may be a secret.
 */
export function fieldViolations(issues: readonly z.core.$ZodIssue[]): FieldViolation[] {
  return issues.slice(0, MOST).map(({ path, message }) => ({
    field: path.map(String).join(".").slice(0, LONGEST),
    description: message.replace(/^Invalid (?:input|option): /, ""),
  }));
}
