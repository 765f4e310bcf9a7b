import { invalidParams, type JsonObject, type OperationName } from "@a2a/types";
import { type OperationTable, operationNames, type Route } from "../codec/operation-table.ts";

/** A matched route with its path parameters. */
export interface Match {
  readonly operation: OperationName;
  readonly route: Route;
  readonly values: Record<string, string>;
}

/**
 * The operation of a request. Plain routes take precedence over those below a tenant; with `strict`, only the protocol's own routes
 * match. Returns `405` when the path exists with another method, `undefined` when it does not exist.
 */
export function matchRoute(
  table: OperationTable,
  method: string,
  path: string,
  strict = false,
): Match | 405 | undefined {
  if (!path.startsWith("/")) return undefined;
  const segments = path.slice(1).split("/");
  const patterns = strict ? patternsOf(table).filter(({ route }) => !route.alias) : patternsOf(table);
  const plain = find(patterns, method, segments);
  if (plain !== undefined) return plain;
  const tenant = decode(segments[0] ?? "");
  if (tenant === undefined || tenant === "") return undefined;
  const below = find(
    patterns.filter(({ route }) => route.tenants),
    method,
    segments.slice(1),
  );
  return typeof below === "object" ? { ...below, values: { tenant, ...below.values } } : below;
}

/** The path of a route with its parameters filled in from the input; the remaining members go into query or body. */
export function fillPath(route: Route, input: JsonObject): { path: string; rest: JsonObject } {
  const rest = { ...input };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    // A lone surrogate cannot be percent-encoded.
    return encodeURIComponent(typeof value === "string" ? value.toWellFormed() : "");
  });
  return { path, rest };
}

/**
 * The parameters of a query, parsed by the types that the route declares. Throws for invalid values. An unencoded plus sign
 * arrives as a space, for example in a time offset: unless `strict`, it is read as a plus.
 */
export function readQuery(route: Route, query: string, strict = false): JsonObject {
  const input: JsonObject = {};
  if (query === "") return input;
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const form = formOf(route, name);
    if (form === undefined) continue;
    if (form === "text") input[name] = strict ? value : value.replace(/ (\d\d:\d\d)$/, "+$1");
    else if (form === "number") input[name] = toNumber(name, value);
    else if (form === "boolean") input[name] = toBoolean(name, value);
    else input[name] = /^\d{1,3}$/.test(value) ? Number(value) : value;
  }
  return input;
}

/** Members of the input as a query. */
export function writeQuery(route: Route, input: JsonObject): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (formOf(route, name) !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

function formOf({ query, tenants }: Route, name: string): Route["query"][string] | undefined {
  if (name === "tenant" && tenants) return "text";
  return Object.hasOwn(query, name) ? query[name] : undefined;
}

interface Pattern {
  readonly operation: OperationName;
  readonly route: Route;
  readonly segments: readonly Segment[];
}

/** A literal, or a member and the custom verb after it. */
type Segment = string | { readonly member: string; readonly verb: string };

function find(patterns: readonly Pattern[], method: string, segments: readonly string[]): Match | 405 | undefined {
  const fitting: { pattern: Pattern; values: Record<string, string> }[] = [];
  for (const pattern of patterns) {
    const values = fit(pattern.segments, segments);
    if (values !== undefined) fitting.push({ pattern, values });
  }
  // A verb is split off at the last colon, so ids may contain colons; an id cannot end in a verb.
  const withVerb = fitting.filter(({ pattern }) => hasVerb(pattern));
  const meant = withVerb.length > 0 ? withVerb : fitting;
  if (meant.length === 0 || meant.some(({ values }) => Object.values(values).includes(""))) return undefined;
  const match = meant.find(({ pattern }) => pattern.route.method === method);
  if (match === undefined) return 405;
  return { operation: match.pattern.operation, route: match.pattern.route, values: match.values };
}

function patternsOf(table: OperationTable): readonly Pattern[] {
  let patterns = known.get(table);
  if (patterns === undefined) {
    patterns = operationNames(table).flatMap((operation) => {
      const row = table[operation];
      if (row === undefined || row.clientOnly) return [];
      return (row.routes ?? []).map((route) => ({
        operation,
        route,
        segments: route.path.slice(1).split("/").map(toSegment),
      }));
    });
    known.set(table, patterns);
  }
  return patterns;
}
const known = new WeakMap<OperationTable, readonly Pattern[]>();

function toSegment(text: string): Segment {
  const [, member, verb = ""] = /^\{(\w+)\}(:\w+)?$/.exec(text) ?? [];
  return member === undefined ? text : { member, verb };
}

function hasVerb({ segments }: Pattern): boolean {
  const last = segments.at(-1);
  return typeof last === "object" && last.verb !== "";
}

function fit(pattern: readonly Segment[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] as string; // both have the same length
    if (typeof expected === "string") {
      if (segment !== expected) return undefined;
      continue;
    }
    if (!segment.endsWith(expected.verb)) return undefined;
    const value = decode(segment.slice(0, segment.length - expected.verb.length));
    if (value === undefined) return undefined;
    values[expected.member] = value;
  }
  return values;
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
  throw invalidParams(name, `expected a whole number, found ${JSON.stringify(value.slice(0, 40))}`);
}

function toBoolean(name: string, value: string): boolean {
  if (value === "true") return true;
  if (value === "false") return false;
  throw invalidParams(name, `expected true or false, found ${JSON.stringify(value.slice(0, 40))}`);
}
