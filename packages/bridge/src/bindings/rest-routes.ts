import { A2AError, type JsonObject, type OperationName } from "@a2a/types";
import { type OperationTable, operationNames, type Route } from "../codec/operation-table.ts";

/** A route that fits a request, with what its path says. */
export interface Match {
  readonly operation: OperationName;
  readonly route: Route;
  readonly values: Record<string, string>;
}

/**
 * The operation a request addresses. Plain routes win over those below a tenant. `405` tells that the path exists with another
 * method, `undefined` that it does not exist.
 */
export function matchRoute(table: OperationTable, method: string, path: string): Match | 405 | undefined {
  const segments = split(path);
  if (segments === undefined) return undefined;
  const plain = find(table, method, segments);
  if (plain !== undefined && plain !== 405) return plain;
  const [tenant, ...rest] = segments;
  const below = tenant !== undefined && rest.length > 0 ? find(table, method, rest) : undefined;
  if (below === undefined || below === 405) return plain ?? below;
  return { ...below, values: { tenant: tenant ?? "", ...below.values } };
}

/** The path of a route with its names filled in from the input; those members then need not stand elsewhere. */
export function fillPath(route: Route, input: JsonObject): { path: string; rest: JsonObject } {
  const rest = { ...input };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(typeof value === "string" ? value : "");
  });
  return { path, rest };
}

/** The members a query holds, in the form their route gives them. Throws for text that is not of that form. */
export function readQuery(route: Route, query: string): JsonObject {
  const input: JsonObject = {};
  if (query === "") return input;
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (name === "tenant") input.tenant = value;
    const form = Object.hasOwn(route.query, name) ? route.query[name] : undefined;
    if (form === "text") input[name] = value.replace(/ (\d\d:\d\d)$/, "+$1");
    else if (form === "number") input[name] = toNumber(name, value);
    else if (form === "boolean") input[name] = toBoolean(name, value);
  }
  return input;
}

/** Members of the input as a query. */
export function writeQuery(route: Route, input: JsonObject): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if ((Object.hasOwn(route.query, name) || name === "tenant") && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

interface Pattern {
  readonly operation: OperationName;
  readonly route: Route;
  readonly segments: readonly string[];
}

function find(table: OperationTable, method: string, segments: readonly string[]): Match | 405 | undefined {
  let other = false;
  for (const pattern of patternsOf(table)) {
    const values = fit(pattern.segments, segments);
    if (values === undefined) continue;
    if (pattern.route.method === method) return { operation: pattern.operation, route: pattern.route, values };
    other = true;
  }
  return other ? 405 : undefined;
}

function patternsOf(table: OperationTable): Pattern[] {
  let patterns = known.get(table);
  if (patterns === undefined) {
    patterns = operationNames(table).flatMap((operation) => {
      const row = table[operation];
      if (row === undefined || row.clientOnly) return [];
      return (row.routes ?? []).map((route) => ({ operation, route, segments: route.path.slice(1).split("/") }));
    });
    known.set(table, patterns);
  }
  return patterns;
}
const known = new WeakMap<OperationTable, Pattern[]>();

function fit(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] as string; // both have the same length
    const name = /^\{(\w+)\}(:\w+)?$/.exec(expected);
    if (name === null) {
      if (segment !== expected) return undefined;
      continue;
    }
    // A custom verb is split off at the last colon, so that ids may contain colons.
    const [, member = "", verb = ""] = name;
    if (!segment.endsWith(verb)) return undefined;
    const value = decode(segment.slice(0, segment.length - verb.length));
    if (value === undefined || value === "") return undefined;
    if (verb === "" && /:(cancel|subscribe)$/.test(segment)) return undefined;
    values[member] = value;
  }
  return values;
}

function split(path: string): string[] | undefined {
  if (!path.startsWith("/")) return undefined;
  return path.slice(1).split("/");
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function toNumber(name: string, value: string): number {
  if (/^-?\d{1,10}$/.test(value)) return Number(value);
  throw misfit(name, `expected a whole number, found ${JSON.stringify(value.slice(0, 40))}`);
}

function toBoolean(name: string, value: string): boolean {
  if (value === "true") return true;
  if (value === "false") return false;
  throw misfit(name, `expected true or false, found ${JSON.stringify(value.slice(0, 40))}`);
}

function misfit(field: string, description: string): A2AError {
  return new A2AError("INVALID_PARAMS", `Invalid parameters: ${field}: ${description}`, {
    violations: [{ field, description }],
  });
}
