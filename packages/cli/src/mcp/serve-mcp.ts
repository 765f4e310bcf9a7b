import { setTimeout as delay } from "node:timers/promises";
import type { AgentTool } from "@a2a/tool-wrapper";
import { mcpTaskTools, mcpTool, recordedTool } from "@a2a/tool-wrapper/mcp";
import { createMcpHandler, isLegacyRequest, type McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import type { Io } from "../cli/io.ts";
import { serveFetch } from "../listen/fetch-server.ts";
import { McpSessions } from "./mcp-sessions.ts";
import { TaskFile } from "./task-file.ts";

/** How tools are served. */
export interface ServeMcpOptions {
  readonly io: Io;
  readonly waitMs: number;
  /** How long the task of a closed HTTP connection waits for a host to come back, before it is canceled. */
  readonly graceMs: number;
  /** The port for streamable HTTP. Default: stdio. */
  readonly port?: number;
}

/** A running MCP server. */
export interface ServedMcp extends AsyncDisposable {
  /** The URL, over HTTP. */
  readonly url?: string;
  /** Resolves when the host closed the connection, over stdio. */
  readonly ended: Promise<void>;
}

type Factory = (context: Pick<McpRequestContext, "era">) => McpServer;

/** Offers tools, and the tasks that earlier hosts left behind, over stdio or streamable HTTP. */
export async function serveMcp(tools: readonly AgentTool[], options: ServeMcpOptions): Promise<ServedMcp> {
  const { io, waitMs, graceMs, port } = options;
  const records = new TaskFile(io);
  const recorded = tools.map((tool) => recordedTool(tool, records));
  const secret = crypto.randomUUID();
  // Since 2026-07-28 a host cancels over HTTP by closing the connection, which is also what happens when it dies.
  const closedForGood = async () => {
    const closed = new Date();
    await delay(graceMs, undefined, { ref: false });
    return !records.wasShownSince(closed);
  };
  const isNotice = (reason: unknown) => !isClosed(reason);
  const factory: Factory = ({ era }) => {
    const isCancellation = port !== undefined && era === "modern" ? closedForGood : isNotice;
    const server = new McpServer({ name: "a2a", version: "1.0.0" });
    for (const tool of recorded) mcpTool(server, tool, { secret, isCancellation });
    mcpTaskTools(server, recorded, records, { waitMs });
    return server;
  };
  return port === undefined ? overStdio(factory, io) : overHttp(factory, port);
}

async function overStdio(factory: Factory, io: Io): Promise<ServedMcp> {
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // The host is gone when stdin ends; its requests end with it.
  process.stdin.once("end", end).once("close", end);
  const handle = serveStdio(factory, { onerror: (error) => io.err(`Warning: ${error.message}\n`) });
  return { ended, [Symbol.asyncDispose]: () => handle.close() };
}

async function overHttp(factory: Factory, port: number): Promise<ServedMcp> {
  const handler = createMcpHandler(factory, { legacy: "reject" });
  const sessions = new McpSessions(() => factory({ era: "legacy" }));
  const server = await serveFetch(async (request) => {
    const refused = refusal(request);
    if (refused !== undefined) return refused;
    return (await isLegacyRequest(request)) ? sessions.fetch(request) : handler.fetch(request);
  }, port);
  return {
    url: server.url,
    ended: new Promise(() => undefined),
    async [Symbol.asyncDispose]() {
      await sessions.close();
      await server.close();
    },
  };
}

/** Refuses pages of other origins, and names that were rebound to this machine. */
function refusal({ headers, url }: Request): Response | undefined {
  const { port } = new URL(url);
  const isOwn = (host: string) => host === `127.0.0.1:${port}` || host === `localhost:${port}`;
  const host = headers.get("host") ?? "";
  const origin = headers.get("origin");
  if (isOwn(host) && (origin === null || (URL.canParse(origin) && isOwn(new URL(origin).host)))) return undefined;
  return Response.json({ error: `Host or Origin is not allowed; allowed: 127.0.0.1:${port}` }, { status: 403 });
}

function isClosed(reason: unknown): boolean {
  return reason instanceof Error && /connection closed/i.test(reason.message);
}
