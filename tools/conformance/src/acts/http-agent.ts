import { errorTable } from "@a2a/bridge";
import { decodeSse } from "@a2a/bridge/sse";
import { type ErrorCode, errorCodes, isErrorCode, isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import type { ActsError, AgentUnderTest, Answer, RawRequest } from "./agent-under-test.ts";
import { objectIn, objectsIn } from "./corpus.ts";
import { type ActsOperation, operationOf, toParams } from "./operations.ts";

const CARD = "/.well-known/agent-card.json";

/** Where an agent is, and the headers that its callers send. */
export interface AgentAddress {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The card of an agent, in the form of 1.0. */
export async function readCard({ url, headers }: AgentAddress): Promise<JsonObject> {
  const response = await fetch(url + CARD, { headers: { ...headers, "A2A-Version": "1.0" } });
  return objectIn((await response.json()) as JsonValue);
}

/** An agent over JSON-RPC or HTTP+JSON, in 1.0. */
export class HttpAgent implements AgentUnderTest {
  readonly capabilities: JsonObject;
  readonly #address: AgentAddress;
  readonly #endpoint: string;
  readonly #rpc: boolean;

  private constructor(address: AgentAddress, card: JsonObject, rpc: boolean) {
    this.#address = address;
    this.#rpc = rpc;
    this.capabilities = objectIn(card.capabilities);
    const binding = rpc ? "JSONRPC" : "HTTP+JSON";
    const found = objectsIn(card.supportedInterfaces).find(
      ({ protocolBinding, protocolVersion }) => protocolBinding === binding && protocolVersion === "1.0",
    );
    if (found === undefined) throw new Error(`${address.url}: the card names no interface for ${binding}`);
    this.#endpoint = String(found.url).replace(/\/$/, "");
  }

  /** Reads the card of an agent. */
  static async open(address: AgentAddress, binding: "jsonrpc" | "rest"): Promise<HttpAgent> {
    return new HttpAgent(address, await readCard(address), binding === "jsonrpc");
  }

  async call(name: string, params: JsonObject): Promise<Answer> {
    const headers = { ...this.#address.headers, "A2A-Version": "1.0" };
    if (name === "get_agent_card" && params.extended !== true) {
      return this.request({ method: "GET", path: CARD, headers });
    }
    const operation = operationOf(name);
    return this.#rpc ? this.#callRpc(operation, params, headers) : this.#callRest(operation, params, headers);
  }

  async request({ method, path, headers, body }: RawRequest): Promise<Answer> {
    const origin = path.startsWith("/.well-known/") ? this.#address.url : this.#endpoint;
    const response = await fetch(origin + (path === "/" ? "" : path), {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    return read(response);
  }

  async #callRpc(operation: ActsOperation, params: JsonObject, headers: Record<string, string>): Promise<Answer> {
    const envelope = { jsonrpc: "2.0", id: 1, method: operation.rpc, params: toParams(operation, params) };
    const answer = await this.request({
      method: "POST",
      path: "/",
      headers: { ...headers, "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify(envelope),
    });
    const frames = answer.events ?? [objectIn(answer.body)];
    const failed = frames.find(({ error }) => error !== undefined);
    if (failed !== undefined) return { ...answer, body: failed, error: rpcError(objectIn(failed.error)) };
    const results = frames.map(({ result }) => objectIn(result));
    return { ...answer, body: results[0] ?? {}, ...(answer.events && { events: results }) };
  }

  async #callRest(operation: ActsOperation, params: JsonObject, headers: Record<string, string>): Promise<Answer> {
    const rest = { ...toParams(operation, params) };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return encodeURIComponent(value);
    });
    const query = new URLSearchParams(
      Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const isGet = operation.method === "GET";
    const answer = await this.request({
      method: operation.method,
      path: isGet && query.size > 0 ? `${path}?${query}` : path,
      headers: {
        ...headers,
        Accept: "application/a2a+json, text/event-stream",
        ...(operation.method === "POST" && { "Content-Type": "application/a2a+json" }),
      },
      ...(operation.method === "POST" && { body: JSON.stringify(rest) }),
    });
    return answer.status < 400 ? answer : { ...answer, error: restError(answer) };
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

async function read(response: Response): Promise<Answer> {
  const headers: JsonObject = Object.fromEntries(response.headers);
  const about = { status: response.status, headers };
  if (response.headers.get("content-type")?.startsWith("text/event-stream") && response.body) {
    const events: JsonObject[] = [];
    for await (const { data } of decodeSse(response.body)) if (data) events.push(objectIn(JSON.parse(data)));
    return { ...about, body: {}, events };
  }
  const text = await response.text();
  return { ...about, body: parsed(text) };
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

function rpcError({ code, message, data }: JsonObject): ActsError {
  const known = errorCodes.find((name) => errorTable[name].rpc === code);
  return { code: known, message: String(message), ...(data !== undefined && { data }) };
}

function restError({ body, status }: Answer): ActsError {
  const error = objectIn(objectIn(body).error);
  const details = objectsIn(error.details);
  const reason = details.map((detail) => String(detail.reason)).find(isErrorCode);
  return { code: reason ?? byStatus(status), message: String(error.message), data: details };
}

function byStatus(status: number): ErrorCode | undefined {
  return status === 400 ? "INVALID_PARAMS" : errorCodes.find((name) => errorTable[name].http === status);
}

/** The body of a raw step, as text. */
export function bodyOf(raw: JsonObject): { readonly body?: string } {
  if (typeof raw.body_raw === "string") return { body: raw.body_raw };
  return isJsonObject(raw.body) || Array.isArray(raw.body) ? { body: JSON.stringify(raw.body) } : {};
}
