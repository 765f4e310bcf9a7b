import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { errorTable } from "@a2a/bridge";
import { decodeCard } from "@a2a/card";
import { connect } from "@a2a/client";
import { isA2AError, type JsonObject, type JsonValue } from "@a2a/types";
import { objectIn } from "./corpus.ts";
import { operationOf } from "./operations.ts";

/** Has this project's client read an answer of the corpus, which a server on loopback sends, and returns what the client made of it. */
export async function parsedByClient(step: JsonObject): Promise<JsonValue> {
  const { operation: name, wire_payload } = objectIn(step.client_response);
  const payload = objectIn(wire_payload);
  if (name === "get_agent_card" || name === "get_extended_agent_card") {
    return decodeCard(payload).card as unknown as JsonValue; // the model is JSON
  }
  const operation = operationOf(String(name));
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      const { id } = objectIn(JSON.parse(body));
      response.setHeader("Content-Type", "application/json").end(JSON.stringify({ ...payload, id: id ?? null }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await using client = await connect(url, { card: cardOf(url), memory: new Map(), maxRetries: 0 });
    const input = { id: "task", message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } };
    return (await client.relay(operation.name as "getTask", input)) as unknown as JsonValue;
  } catch (error) {
    if (!isA2AError(error)) throw error;
    return { error: { code: errorTable[error.code].rpc, message: error.message } };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function cardOf(url: string) {
  return {
    name: "Recorded",
    description: "Answers as the corpus says.",
    version: "1",
    capabilities: {},
    skills: [],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  };
}
