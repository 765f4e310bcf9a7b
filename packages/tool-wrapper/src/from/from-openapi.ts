import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { type FromToolsOptions, fromTools } from "./from-tools.ts";
import { type OpenApiOperation, operationsOf } from "./openapi-operations.ts";
import type { ServedAgent } from "./served.ts";

/** Options for serving an OpenAPI document as an agent. */
export interface FromOpenApiOptions extends Pick<FromToolsOptions, "route" | "needsApproval"> {
  /** Default: the title of the document. */
  name?: string;
  /** Where the API is. Default: the first server of the document, which must be an absolute URL. */
  baseUrl?: string;
  /** Sent with every request, such as credentials of the API. */
  headers?: Readonly<Record<string, string>>;
  /** The operations to offer, by their ids. Default: all. */
  operations?: readonly string[];
  /** Carries out the requests. Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/**
 * Serves the operations of an OpenAPI 3 document as an agent: `serve({ ...fromOpenApi(document, { headers }) })`. Each operation is a skill
 * with its schema; input that does not match is refused before the API is called.
 */
export function fromOpenApi(document: JsonObject, options: FromOpenApiOptions = {}): ServedAgent {
  const { info, servers } = document;
  const about = isJsonObject(info) ? info : {};
  const [server] = Array.isArray(servers) ? servers : [];
  const base = options.baseUrl ?? (isJsonObject(server) ? String(server.url) : "");
  if (!URL.canParse(base) || !/^https?:/.test(base)) {
    throw new TypeError(
      `baseUrl: expected an absolute URL such as "https://api.example", found ${JSON.stringify(base)}`,
    );
  }
  const all = operationsOf(document);
  const chosen = all.filter(({ id }) => options.operations?.includes(id) ?? true);
  const unknown = options.operations?.find((id) => !all.some((operation) => operation.id === id));
  if (unknown !== undefined) {
    throw new TypeError(`operations: "${unknown}" does not exist; existing: ${all.map(({ id }) => id).join(", ")}`);
  }
  if (chosen.length === 0)
    throw new TypeError("the document has no operations: expected an OpenAPI 3 document with paths");
  const tools = chosen.map((operation) => ({
    name: operation.id,
    description: operation.description,
    inputSchema: operation.inputSchema,
    execute: (input: JsonObject, { signal }: { signal: AbortSignal }) =>
      called(operation, input, base, signal, options),
  }));
  return fromTools({
    name: options.name ?? (typeof about.title === "string" ? about.title : "API"),
    ...(typeof about.description === "string" && { description: about.description }),
    tools,
    ...(options.route && { route: options.route }),
    ...(options.needsApproval && { needsApproval: options.needsApproval }),
  });
}

async function called(
  { method, path, parameters }: OpenApiOperation,
  input: JsonObject,
  base: string,
  signal: AbortSignal,
  { headers = {}, fetch: send = fetch }: FromOpenApiOptions,
): Promise<unknown> {
  const url = addressOf(base, path, input);
  if (typeof url === "string") return failure(url);
  const sent: Record<string, string> = { Accept: "application/json", ...headers };
  for (const { name, location } of parameters) {
    const value = input[name];
    if (value === undefined) continue;
    if (location === "query") for (const each of [value].flat()) url.searchParams.append(name, textOf(each));
    // Headers of the operator, credentials among them, cannot be replaced by a caller.
    if (location === "header" && !Object.keys(headers).some((own) => own.toLowerCase() === name.toLowerCase())) {
      sent[name] = textOf(value);
    }
  }
  const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
  if (input.body !== undefined) sent["Content-Type"] = "application/json";
  const response = await send(url, { method, headers: sent, signal, redirect: "manual", ...body });
  const text = await response.text();
  const value = parsed(text);
  if (response.ok) return value ?? text;
  return failure(`The API returned HTTP ${response.status}: ${text.slice(0, 500)}`);
}

/**
 * The address of an operation, or why there is none. A parameter fills its place in the path and nothing else: URLs resolve the segments
 * `.` and `..`, so such a value would call another operation with the operator's credentials.
 */
function addressOf(base: string, path: string, input: JsonObject): URL | string {
  const segments = path.split("/").map((segment) => {
    const filled = segment.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(textOf(input[name])));
    return filled !== segment && (filled === "" || /^\.\.?$/.test(filled)) ? undefined : filled;
  });
  if (segments.includes(undefined)) return `${path}: expected parameters that are neither empty nor "." or ".."`;
  const root = new URL(base.replace(/\/$/, ""));
  const url = new URL(root.href.replace(/\/$/, "") + segments.join("/"));
  const depth = root.pathname.replace(/\/$/, "").split("/").length + segments.length - 1;
  const fits = url.origin === root.origin && url.pathname.split("/").length === depth;
  return fits ? url : `${path}: the parameters do not fit the path`;
}

function failure(text: string) {
  return { isError: true, content: [{ type: "text", text }] };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch {
    return undefined;
  }
}
