import { connect, type Socket } from "node:net";
import type { JsonObject } from "@a2a/types";

/** How a request was answered: the status, or why there was none. */
export type Verdict = number | "closed";

/** Counts verdicts, for the note of a scenario. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(verdict: Verdict): void {
    this.#counts.set(String(verdict), (this.#counts.get(String(verdict)) ?? 0) + 1);
  }

  toString(): string {
    const parts = [...this.#counts].sort().map(([verdict, count]) => `${count} × ${verdict}`);
    return parts.join(", ") || "no answers";
  }
}

/** The text of a POST to JSON-RPC, with a body that may be longer than what is sent. */
export function postHead(url: string, length: number, token?: string): string {
  const lines = [
    "POST /a2a HTTP/1.1",
    `Host: ${new URL(url).host}`,
    "Content-Type: application/json",
    "A2A-Version: 1.0",
    `Content-Length: ${length}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** The body of a JSON-RPC call. */
export function rpcBody(method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** Opens a connection that ignores errors. */
export function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.off("error", reject);
      socket.on("error", () => undefined);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

/** Sends bytes as fast as they are taken, and reads the status of the answer. */
export async function pour(url: string, bytes: Buffer): Promise<Verdict> {
  const socket = await open(url);
  return new Promise((resolve) => {
    socket.once("data", (chunk: Buffer) => {
      resolve(Number(chunk.toString("latin1", 9, 12)));
      socket.destroy();
    });
    socket.once("close", () => resolve("closed"));
    socket.write(bytes);
  });
}

/** One JSON-RPC call with a token. */
export async function callAs(token: string, url: string, method: string, params: JsonObject): Promise<JsonObject> {
  const response = await fetch(`${url}/a2a`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0", Authorization: `Bearer ${token}` },
    body: rpcBody(method, params),
  });
  return (await response.json()) as JsonObject;
}

let count = 0;

/** The params of a message with a text. */
export function textMessage(text: string, configuration?: JsonObject): JsonObject {
  const message = { messageId: `a-${process.pid}-${count++}`, role: "ROLE_USER", parts: [{ text }] };
  return { message, ...(configuration && { configuration }) };
}

/** Repeats work in so many lanes until the time is up. */
export async function inLanes(lanes: number, seconds: number, work: (lane: number) => Promise<void>): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) await work(lane);
    }),
  );
}
