import type { JsonValue } from "@a2a/types";

/** Whether two JSON values are equal, regardless of member order. Iterative, so that deep nesting cannot overflow the stack. */
export function equalJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const pairs: [JsonValue | undefined, JsonValue | undefined][] = [[a, b]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return false;
    const keys = Object.keys(one);
    if (keys.length !== Object.keys(other).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(other, key)) return false;
      pairs.push([one[key], other[key]]);
    }
  }
  return true;
}

function isContainer(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null; // arrays too: their members go by their numbers
}
