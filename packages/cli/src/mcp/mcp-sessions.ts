import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/** The session that was used longest ago ends beyond this number. */
const MAX_SESSIONS = 100;

/**
 * Serves hosts that speak an MCP revision before 2026-07-28 over HTTP. Those revisions have sessions: within one, a cancellation finds
 * the call that it names, and questions reach the user.
 */
export class McpSessions {
  readonly #create: () => McpServer;
  readonly #sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor(create: () => McpServer) {
    this.#create = create;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return this.#open(request);
    const session = this.#sessions.get(id);
    if (session === undefined) return refusal(`There is no session ${id.slice(0, 80)}; initialize a new one`);
    // The order of the map is that of use.
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.handleRequest(request);
  }

  async close(): Promise<void> {
    for (const session of [...this.#sessions.values()]) await session.close();
  }

  async #open(request: Request): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void this.#sessions.set(id, transport),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await this.#create().connect(transport);
    const response = await transport.handleRequest(request);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) {
      const session = this.#sessions.get(oldest);
      this.#sessions.delete(oldest);
      await session?.close();
    }
    return response;
  }
}

function refusal(message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32001, message } }, { status: 404 });
}
