import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

type Operator = (value: JsonValue | undefined, operand: JsonValue) => boolean;

const operators: Readonly<Record<string, Operator>> = {
  type: (value, type) => typeOf(value) === type,
  exists: (value) => value !== undefined,
  absent: (value) => value === undefined,
  contains: (value, text) => textOf(value).includes(String(text)),
  matches: (value, pattern) => value !== undefined && new RegExp(String(pattern), "s").test(textOf(value)),
  starts_with: (value, text) => textOf(value).startsWith(String(text)),
  ends_with: (value, text) => textOf(value).endsWith(String(text)),
  gte: (value, limit) => Number(value) >= Number(limit),
  lte: (value, limit) => Number(value) <= Number(limit),
  gt: (value, limit) => Number(value) > Number(limit),
  lt: (value, limit) => Number(value) < Number(limit),
  count: (value, count) => Array.isArray(value) && value.length === count,
  count_gte: (value, count) => Array.isArray(value) && value.length >= Number(count),
  count_lte: (value, count) => Array.isArray(value) && value.length <= Number(count),
  one_of: (value, options) => listOf(options).some((option) => mismatch(value, option) === undefined),
  any_of: (value, options) => listOf(options).some((option) => mismatch(value, option) === undefined),
  all_of: (value, options) => listOf(options).every((option) => mismatch(value, option) === undefined),
  not: (value, option) => mismatch(value, option) !== undefined,
  items: (value, items) => Array.isArray(value) && itemsMatch(value, items),
};

/** A list of assertions is about the elements in their order; one assertion is about every element. */
function itemsMatch(value: JsonValue[], items: JsonValue): boolean {
  if (Array.isArray(items)) return items.every((item, index) => mismatch(value[index], item) === undefined);
  return value.every((element) => mismatch(element, items) === undefined);
}

/** Where and how a value differs from an assertion of the corpus; `undefined` if it does not. */
export function mismatch(value: JsonValue | undefined, assertion: JsonValue, path = ""): string | undefined {
  if (Array.isArray(assertion)) {
    return firstOf(assertion, (item, index) =>
      mismatch(Array.isArray(value) ? value[index] : undefined, item, `${path}[${index}]`),
    );
  }
  if (!isJsonObject(assertion)) return value === assertion ? undefined : unlike(path, assertion, value);
  const entries = Object.entries(assertion);
  if (entries.length > 0 && entries.every(([key]) => Object.hasOwn(operators, key))) {
    return firstOf(entries, ([key, operand]) =>
      operators[key]?.(value, operand) ? undefined : unlike(path, { [key]: operand }, value),
    );
  }
  return firstOf(entries, ([key, inner]) =>
    mismatch(isJsonObject(value) ? value[key] : undefined, inner, path === "" ? key : `${path}.${key}`),
  );
}

function firstOf<T>(items: readonly T[], check: (item: T, index: number) => string | undefined): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = check(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unlike(path: string, expected: JsonValue | JsonObject, value: JsonValue | undefined): string {
  const shown = value === undefined ? "nothing" : JSON.stringify(value).slice(0, 200);
  return `${path === "" ? "the response" : path}: expected ${JSON.stringify(expected)}, received ${shown}`;
}

function typeOf(value: JsonValue | undefined): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function listOf(value: JsonValue): JsonValue[] {
  return Array.isArray(value) ? value : [value];
}
