import { connect, type Socket } from "node:net";
import type { RunningAgent } from "../../src/node.ts";

/** The server's reply to raw bytes. */
export interface RawAnswer {
  /** Each answer on the connection, head and body. */
  readonly answers: { status: number; head: string; body: string }[];
  readonly text: string;
}

/** Opens a connection to an agent. */
export function connection(agent: RunningAgent): Promise<Socket> {
  const { hostname, port } = new URL(agent.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

/** Writes bytes, and reads until the server closes the connection. */
export async function exchangeRaw(agent: RunningAgent, bytes: string | Uint8Array): Promise<RawAnswer> {
  const socket = await connection(agent);
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A reset also counts as closed.
    socket.on("error", () => undefined);
    socket.once("close", () => resolve());
  });
  socket.write(bytes);
  await closed;
  const text = Buffer.concat(chunks).toString("utf8");
  return { text, answers: split(text) };
}

/** The head of a request with `Connection: close`. */
export function head(agent: RunningAgent, line: string, headers: Record<string, string> = {}): string {
  const all = { Host: new URL(agent.url).host, Connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [line, ...lines, "", ""].join("\r\n");
}

function split(text: string): RawAnswer["answers"] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part.startsWith("HTTP/1.1 "))
    .map((part) => {
      const end = part.indexOf("\r\n\r\n");
      return { status: Number(part.slice(9, 12)), head: part.slice(0, end), body: part.slice(end + 4) };
    });
}
