import type { FieldViolation, JsonValue } from "@a2a/types";
import type * as z from "zod";

const MOST = 20;

/** The issues zod found as violations in wire coordinates, `message.parts.0.file`, each saying what was found and what is right. */
export function fieldViolations(issues: readonly z.core.$ZodIssue[], wire: JsonValue): FieldViolation[] {
  return issues.slice(0, MOST).flatMap((issue) => violationsOf(issue, [], wire));
}

function violationsOf(issue: z.core.$ZodIssue, parent: readonly PropertyKey[], wire: JsonValue): FieldViolation[] {
  const path = [...parent, ...issue.path];
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    // The variant that got furthest is the one that was meant.
    const [closest] = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length);
    if (closest && closest.length > 0) return closest.slice(0, 3).flatMap((inner) => violationsOf(inner, path, wire));
  }
  return [{ field: path.map(String).join("."), description: `${sentence(issue)}${found(issue, path, wire)}` }];
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(...issues.map((issue) => issue.path.length));
}

function sentence(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${issue.expected}`;
    case "invalid_value":
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    default:
      return issue.message;
  }
}

function found(issue: z.core.$ZodIssue, path: readonly PropertyKey[], wire: JsonValue): string {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_value") return "";
  const value = valueAt(wire, path);
  if (value === undefined) return ", found nothing";
  if (value === null) return ", found null";
  if (Array.isArray(value)) return ", found an array";
  if (typeof value === "object") return ", found an object";
  return `, found ${JSON.stringify(value).slice(0, 80)}`;
}

function valueAt(wire: JsonValue, path: readonly PropertyKey[]): JsonValue | undefined {
  let value: JsonValue | undefined = wire;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, JsonValue>)[key]; // own member, as just checked
  }
  return value;
}
