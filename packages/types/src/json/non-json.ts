import { kindOf } from "../util/describe-value.ts";
import { MAX_DEPTH } from "./json.ts";

/**
 * The first place in a value that `JSON.stringify` would refuse or quietly lose, in one sentence: `data.total: expected JSON, found a bigint`.
 * `undefined` when the value can be serialized. Members that are `undefined` count as absent, and `toJSON` is respected.
 */
export function nonJson(value: unknown, path: string): string | undefined {
  return find(value, path, []);
}

/** Refuses a message or artifact with data that JSON would refuse or lose. Throws a `TypeError`. */
export function checkContent(holder: unknown, path: string): void {
  const { metadata, parts } = Object(holder) as { metadata?: unknown; parts?: unknown }; // callers without types pass anything
  if (metadata !== undefined) refuseNonJson(metadata, `${path}.metadata`);
  if (!Array.isArray(parts)) return;
  for (const [index, part] of parts.entries()) checkPart(part, `${path}.parts[${index}].`);
}

/** Refuses a part with data that JSON would refuse or lose. Throws a `TypeError`. */
export function checkPart(part: unknown, prefix = ""): void {
  if (typeof part !== "object" || part === null) return;
  if ("data" in part) refuseNonJson(part.data, `${prefix}data`);
  if ("metadata" in part && part.metadata !== undefined) refuseNonJson(part.metadata, `${prefix}metadata`);
}

/** Refuses a value that JSON would refuse or lose. Throws a `TypeError`. */
export function refuseNonJson(value: unknown, path: string): void {
  const problem = nonJson(value, path);
  if (problem !== undefined) throw new TypeError(problem);
}

function find(value: unknown, path: string, parents: readonly object[]): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : misfit(path, String(value));
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value !== "object") return misfit(path, kindOf(value));
  if (parents.includes(value)) return misfit(path, "an object that contains itself");
  if (parents.length === MAX_DEPTH) return `${path.slice(0, 100)}…: nested deeper than ${MAX_DEPTH} levels`;
  if ("toJSON" in value && typeof value.toJSON === "function") return undefined;
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (isLost(value, tag)) return misfit(path, kindOf(value), HINTS[tag]);
  const within = [...parents, value];
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const found = find(entry, `${path}[${index}]`, within);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const [name, member] of Object.entries(value)) {
    const found = member === undefined ? undefined : find(member, path === "" ? name : `${path}.${name}`, within);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the content of an object is not in its members, as that of a `Map`, so that JSON has `{}` in its place, or much more, as of bytes. */
function isLost(value: object, tag: string): boolean {
  if (tag === "Error" || ArrayBuffer.isView(value)) return true;
  // Objects around a number or a text are written as that.
  return !/^(Object|Array)$/.test(tag) && Object.keys(value).length === 0 && typeof value.valueOf() === "object";
}

const HINTS: Readonly<Record<string, string>> = {
  Map: "Object.fromEntries(map) makes an object of it",
  Set: "[...set] makes a list of it",
  Promise: "await it first",
};

function misfit(path: string, found: string, hint?: string): string {
  return `${path}: expected JSON, found ${found}${hint === undefined ? "" : `; ${hint}`}`;
}
