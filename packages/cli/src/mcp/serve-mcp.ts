import type { AgentTool } from "@a2a/tool-wrapper";
import { mcpTaskTools, mcpTool, recordedTool } from "@a2a/tool-wrapper/mcp";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { Io } from "../cli/io.ts";
import { serveFetch } from "../listen/fetch-server.ts";
import { TaskFile } from "./task-file.ts";

/** How tools are served. */
export interface ServeMcpOptions {
  readonly io: Io;
  readonly waitMs: number;
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

/** Offers tools, and the tasks that earlier hosts left behind, over stdio or streamable HTTP. */
export async function serveMcp(tools: readonly AgentTool[], options: ServeMcpOptions): Promise<ServedMcp> {
  const { io, waitMs, port } = options;
  const records = new TaskFile(io);
  const recorded = tools.map((tool) => recordedTool(tool, records));
  const secret = crypto.randomUUID();
  // Over stdio a request ends by a cancellation or with its host. Over HTTP both look alike, and a task is better kept than lost.
  const isCancellation = port === undefined ? (reason: unknown) => !isClosed(reason) : () => false;
  const factory = () => {
    const server = new McpServer({ name: "a2a", version: "1.0.0" });
    for (const tool of recorded) mcpTool(server, tool, { secret, isCancellation });
    mcpTaskTools(server, recorded, records, { waitMs });
    return server;
  };
  return port === undefined ? overStdio(factory, io) : overHttp(factory, port);
}

async function overStdio(factory: () => McpServer, io: Io): Promise<ServedMcp> {
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

async function overHttp(factory: () => McpServer, port: number): Promise<ServedMcp> {
  const handler = createMcpHandler(factory);
  const server = await serveFetch(async (request) => refusal(request) ?? handler.fetch(request), port);
  return { url: server.url, ended: new Promise(() => undefined), [Symbol.asyncDispose]: () => server.close() };
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
