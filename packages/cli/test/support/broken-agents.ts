import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { createAgentHandlerWith } from "@a2a/server/core";
import { createMemoryEngine } from "@a2a/server/memory";
import { toNodeListener } from "@a2a/server/node";
import { silentLogger } from "@a2a/types";
import { probe } from "../../src/index.ts";
import { listening, type Served } from "../official-servers.ts";
import { cardAt } from "./scripted-agent.ts";

/** An agent that cannot be called as its card says, or at all, by the categories in which public registries count them. */
export interface BrokenAgent {
  readonly name: string;
  /** The category of the public counts. */
  readonly category: string;
  /** What the agent answers; `base` is its origin. */
  readonly listener: (base: string) => RequestListener;
  /** The symptoms, as `severity code`, without CORS. */
  readonly symptoms: readonly string[];
  readonly verdict: { readonly state: string; readonly recovered?: boolean; readonly speaks?: string };
  readonly exit: number;
}

const CARD = "/.well-known/agent-card.json";

/** Answers at the well-known path with a card, and elsewhere as given. */
function withCard(card: (base: string) => object, rest: RequestListener) {
  return (base: string): RequestListener =>
    (request, response) => {
      if (request.url === CARD) json(response, 200, card(base));
      else rest(request, response);
    };
}

function json(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(value));
}

const answer =
  (status: number, body: string, headers: Record<string, string> = { "Content-Type": "text/plain" }): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

/** A card that names one JSON-RPC interface of 1.0 at a path. */
function cardOf(url: string): Record<string, unknown> {
  return {
    ...cardAt(url),
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  };
}

const plain = (base: string) => cardOf(`${base}/a2a`);
const v0_3Card = (base: string) => {
  const { supportedInterfaces: _, ...about } = cardOf(`${base}/a2a`);
  return { ...about, protocolVersion: "0.3.0", url: `${base}/a2a`, preferredTransport: "JSONRPC" };
};

/** A real agent that serves the given protocol versions at `/a2a`. */
function real(base: string, codecs: readonly (typeof v1_0)[], card: object, path = "/a2a"): RequestListener {
  const handler = createAgentHandlerWith({
    card: { name: "Probe", url: `${base}${path}` },
    executor: probe,
    engine: createMemoryEngine(),
    codecs,
    baseUrl: base,
    mount: path,
    logger: silentLogger,
  });
  const listener = toNodeListener(handler.handle);
  return (request, response) => {
    if (request.url === CARD) json(response, 200, card);
    else if (request.url?.startsWith("/.well-known/")) json(response, 404, {});
    else listener(request, response);
  };
}

async function idOf(request: IncomingMessage): Promise<unknown> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  try {
    return (JSON.parse(body) as { id?: unknown }).id ?? null;
  } catch {
    return null;
  }
}

/** Answers every JSON-RPC call with this error. */
const rpcError = (code: number, message: string): RequestListener => {
  return (request, response) =>
    void idOf(request).then((id) => json(response, 200, { jsonrpc: "2.0", id, error: { code, message } }));
};

/** Agents of every category, each with the expected diagnosis. */
export const brokenAgents: readonly BrokenAgent[] = [
  {
    name: "a card without interfaces",
    category: "NO_TRANSPORTS",
    listener: (base) => real(base, [v1_0], { ...cardOf(base), supportedInterfaces: [] }),
    symptoms: ["warning card/required/empty-list", "error interface/none", "error card/incomplete"],
    verdict: { state: "callable", recovered: true, speaks: "1.0 over JSONRPC" },
    exit: 1,
  },
  {
    name: "a card that offers gRPC only",
    category: "NO_TRANSPORTS",
    listener: (base) => {
      const supportedInterfaces = [{ url: `${base}/a2a`, protocolBinding: "GRPC", protocolVersion: "1.0" }];
      return real(base, [v1_0], { ...cardOf(base), supportedInterfaces });
    },
    symptoms: [
      "warning card/interface/grpc-address",
      "warning interface/transports",
      "error call/unreachable",
      "error card/incomplete",
    ],
    verdict: { state: "callable", recovered: true, speaks: "1.0 over JSONRPC" },
    exit: 1,
  },
  {
    name: "a card that points to nothing",
    category: "404",
    listener: withCard((base) => cardOf(`${base}/gone`), answer(404, "not found")),
    symptoms: ["error call/not-found"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "a card that points beside the endpoint",
    category: "404",
    listener: (base) => real(base, [v1_0], cardOf(`${base}/api`)),
    symptoms: ["error call/not-found", "error card/incomplete"],
    verdict: { state: "callable", recovered: true, speaks: "1.0 over JSONRPC" },
    exit: 1,
  },
  {
    name: "a card that points to a web page",
    category: "405",
    listener: withCard(plain, answer(405, "", { Allow: "GET" })),
    symptoms: ["error call/wrong-method"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "an agent that answers with an object of its own",
    category: "BAD_RESPONSE",
    listener: withCard(plain, (_, response) => json(response, 200, { answer: "hello" })),
    symptoms: ["error call/bad-response"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "an agent that wants credentials its card does not declare",
    category: "401",
    listener: withCard(plain, (_, response) => json(response, 401, {}, { "WWW-Authenticate": "Bearer" })),
    symptoms: ["error auth/undeclared"],
    verdict: { state: "credentials" },
    exit: 1,
  },
  {
    name: "an agent that wants the credentials its card declares",
    category: "401",
    listener: withCard(
      (base) => ({
        ...plain(base),
        securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
        securityRequirements: [{ schemes: { token: { list: [] } } }],
      }),
      (_, response) => json(response, 401, {}, { "WWW-Authenticate": "Bearer" }),
    ),
    symptoms: ["info auth/needed"],
    verdict: { state: "credentials" },
    exit: 4,
  },
  {
    name: "an agent that knows none of the protocol's methods",
    category: "METHOD",
    listener: withCard(plain, rpcError(-32601, "Method not found")),
    symptoms: ["error call/version"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "an agent of 0.3 whose card says 1.0",
    category: "VERSION",
    listener: (base) => real(base, [v0_3], plain(base)),
    symptoms: ["error call/version", "error card/incomplete"],
    verdict: { state: "callable", recovered: true, speaks: "0.3 over JSONRPC" },
    exit: 1,
  },
  {
    name: "an agent of 1.0 whose card says 0.3",
    category: "VERSION",
    listener: (base) => real(base, [v1_0], v0_3Card(base)),
    symptoms: ["error call/version", "error card/incomplete"],
    verdict: { state: "callable", recovered: true, speaks: "1.0 over JSONRPC" },
    exit: 1,
  },
  {
    name: "an agent that answers with text",
    category: "BAD_JSON",
    listener: withCard(plain, answer(200, "ok")),
    symptoms: ["error call/not-json"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "an endpoint behind a single-page application",
    category: "BAD_JSON",
    listener: withCard(plain, answer(200, "<!doctype html><title>App</title>", { "Content-Type": "text/html" })),
    symptoms: ["error call/html"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "an agent that never answers",
    category: "TIMEOUT",
    listener: withCard(plain, () => undefined),
    symptoms: ["error call/timeout"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "an agent that refuses the request",
    category: "400",
    listener: withCard(plain, answer(400, '{"detail":"bad request"}', { "Content-Type": "application/json" })),
    symptoms: ["error call/refused"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "an agent that wants to be paid",
    category: "402",
    listener: withCard(plain, answer(402, '{"accepts":[]}', { "Content-Type": "application/json" })),
    symptoms: ["error call/payment"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "an agent whose login service is down",
    category: "AUTH_BACKEND",
    listener: withCard(plain, answer(503, "auth backend unavailable")),
    symptoms: ["error call/failing"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "an agent that fails on every call",
    category: "OTHER",
    listener: withCard(plain, rpcError(-32603, "boom")),
    symptoms: ["error call/failing"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "an endpoint that redirects",
    category: "OTHER",
    listener: withCard(plain, (_, response) => void response.writeHead(308, { Location: "/elsewhere" }).end()),
    symptoms: ["error call/redirect"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "a host without a card",
    category: "NO_CARD",
    listener: () => answer(404, "not found"),
    symptoms: ["error card/missing", "info card/none-needed"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "a card that is a web page",
    category: "NO_CARD",
    listener: () => answer(200, "<!doctype html>", { "Content-Type": "text/html" }),
    symptoms: ["error card/html"],
    verdict: { state: "broken" },
    exit: 1,
  },
  {
    name: "a card that needs credentials",
    category: "NO_CARD",
    listener: () => answer(401, "{}", { "Content-Type": "application/json" }),
    symptoms: ["error card/credentials"],
    verdict: { state: "credentials" },
    exit: 1,
  },
];

/** Serves a broken agent on a free port. */
export async function serveBroken({ listener }: BrokenAgent): Promise<Served> {
  let handle: RequestListener = answer(503, "");
  const served = await listening((request, response) => handle(request, response));
  handle = listener(served.url);
  return served;
}
