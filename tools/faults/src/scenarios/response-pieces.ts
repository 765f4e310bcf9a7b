import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { connect } from "@a2a/client";
import { serveGateway } from "@a2a/gateway/node";
import { silentLogger, textOf } from "@a2a/types";
import type { Scenario } from "../scenario.ts";

/** How many calls are in progress at a time. */
const CONCURRENCY = 16;

/** The outcomes of the calls. */
export interface PiecesReport {
  /** How many calls returned the whole message of the agent. */
  readonly right: number;
  /** How many calls failed or returned another text. */
  readonly wrong: number;
  /** Why the first of those failed. */
  readonly failure?: string;
}

/** Calls an agent whose responses arrive in pieces, directly or through a gateway, and compares what comes back. */
export async function callInPieces(calls: number, target: "client" | "gateway"): Promise<PiecesReport> {
  await using agent = await servePieces();
  await using gateway = target === "gateway" ? await before(agent.url) : undefined;
  const client = await connect(gateway ? `${gateway.url}/agents/pieces` : agent.url, { memory: new Map() });
  let next = 0;
  let right = 0;
  const failures: string[] = [];
  const caller = async () => {
    while (next < calls) {
      const text = String(next++);
      try {
        const reply = await client.send(text);
        const answer = "message" in reply ? textOf(reply.message) : "";
        if (answer === answerTo(text)) right++;
        else
          failures.push(`call ${text} returned ${answer.length} characters that start with "${answer.slice(0, 20)}"`);
      } catch (error) {
        failures.push(`call ${text}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, caller));
  await client.close();
  return { right, wrong: failures.length, ...(failures[0] && { failure: failures[0] }) };
}

async function before(url: string): Promise<AsyncDisposable & { readonly url: string }> {
  return serveGateway({ store: "memory", webhooks: false, agents: { pieces: { url } }, logger: silentLogger });
}

/** The text of each answer: between 0 and 300,000 characters, different for neighboring calls. */
function answerTo(text: string): string {
  return `${text};`.repeat((Number(text) % 7) * 10_000).slice(0, 300_000);
}

/** An agent that sends the head of a response and 100,000 bytes, and the rest in pieces when the caller has stopped reading. */
async function servePieces(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has one
  const card = {
    name: "Pieces",
    description: "Responds slowly.",
    version: "1",
    supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    response.setHeader("Content-Type", "application/json");
    if (request.method === "GET") return void response.end(JSON.stringify(card));
    const { id, params } = (await json(request)) as SendRequest;
    const message = {
      messageId: `${id}`,
      role: "ROLE_AGENT",
      parts: [{ text: answerTo(params.message.parts[0].text) }],
    };
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result: { message } }));
    response.setHeader("Content-Length", body.length);
    for (let start = 0; start < body.length; start += 100_000) {
      await new Promise((resolve) => response.write(body.subarray(start, start + 100_000), resolve));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    response.end();
  }

  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface SendRequest {
  readonly id: number | string;
  readonly params: { readonly message: { readonly parts: readonly [{ readonly text: string }] } };
}

/** 10,000 responses that arrive in pieces, directly and through a gateway. */
export const responsePieces: readonly Scenario[] = (["client", "gateway"] as const).map((target) => ({
  name: `${target}: responses in pieces`,
  async run() {
    const { right, wrong, failure } = await callInPieces(10_000, target);
    return {
      sent: "10,000 calls of an agent whose responses arrive in pieces",
      calls: right + wrong,
      failed: wrong,
      problems: failure ? [`${wrong} of 10,000 calls failed: ${failure}`] : [],
    };
  },
}));
