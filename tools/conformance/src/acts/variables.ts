import { randomUUID } from "node:crypto";
import { isJsonObject, type JsonValue } from "@a2a/types";

/** Replaces `{{name}}` in all texts of a value. Throws for a name that is not known. */
export function interpolate(value: JsonValue, variables: ReadonlyMap<string, JsonValue>): JsonValue {
  if (typeof value === "string") {
    const whole = /^\{\{([^}]+)\}\}$/.exec(value);
    if (whole !== null) return lookUp(whole[1] ?? "", variables);
    return value.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => String(lookUp(name, variables)));
  }
  if (Array.isArray(value)) return value.map((element) => interpolate(element, variables));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, interpolate(inner, variables)]));
}

function lookUp(name: string, variables: ReadonlyMap<string, JsonValue>): JsonValue {
  if (name === "$uuid") return randomUUID();
  const value = variables.get(name.trim());
  if (value === undefined) throw new Error(`the variable ${name} has no value`);
  return value;
}

/** The values at a path such as `task.artifacts[*].parts[0]`. */
export function valuesAt(root: JsonValue | undefined, path: string): JsonValue[] {
  const keys = path.replaceAll(/\[(\*|\d+)\]/g, ".$1").split(".");
  return keys
    .filter((key) => key !== "")
    .reduce<JsonValue[]>(
      (values, key) => values.flatMap((value) => step(value, key)),
      root === undefined ? [] : [root],
    );
}

function step(value: JsonValue, key: string): JsonValue[] {
  if (key === "*") return Array.isArray(value) ? value : [];
  const inner = Array.isArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : undefined;
  return inner === undefined ? [] : [inner];
}

/** Whether a condition such as `status.state in [A, B]` or `id == x` holds for a response. */
export function holds(condition: string, root: JsonValue): boolean {
  const [, path = "", operator = "", operand = ""] = /^\s*(\S+)\s+(==|!=|in)\s+(.+?)\s*$/.exec(condition) ?? [];
  const [value] = valuesAt(root, path);
  const options = operator === "in" ? operand.replaceAll(/[[\]]/g, "").split(",") : [operand];
  const found = options.some((option) => option.trim().replaceAll(/^["']|["']$/g, "") === String(value));
  return operator === "!=" ? !found : found;
}
