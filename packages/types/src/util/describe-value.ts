/** The kind of a value, for error messages. Does not reveal its content, which may be secret. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object" && typeof value !== "function") return `a ${typeof value}`;
  const name = value.constructor?.name ?? "Object";
  if (name === "Object") return "an object";
  return KINDS[name] ?? `${/^[AEIO]/.test(name) ? "an" : "a"} ${name}`;
}

const KINDS: Readonly<Record<string, string>> = {
  Function: "a function",
  AsyncFunction: "an async function",
  GeneratorFunction: "a generator function that is not async",
  AsyncGeneratorFunction: "an async generator function",
};

/** A value as JSON, cut short, for messages about wrong ones that hold no secret; its kind if it is not JSON. */
export function shownValue(value: unknown): string {
  if (typeof value === "number") return String(value); // JSON has no NaN
  try {
    return JSON.stringify(value)?.slice(0, 200) ?? kindOf(value);
  } catch {
    return `${kindOf(value)} that is not JSON`;
  }
}
