import { v1_0 } from "@a2a/bridge/v1_0";
import { grpc } from "@a2a/grpc/client";
import { isA2AError, type JsonObject, type JsonValue, type StreamingOperation, type UnaryOperation } from "@a2a/types";
import type { AgentUnderTest, Answer } from "./agent-under-test.ts";
import { objectIn, objectsIn } from "./corpus.ts";
import { type AgentAddress, readCard } from "./http-agent.ts";
import { operationOf, toParams } from "./operations.ts";

type Transport = ReturnType<typeof grpc.open>;

/** An agent over gRPC, in 1.0, called with this project's transport: the kit that checks the binary form is the TCK. */
export class GrpcAgent implements AgentUnderTest {
  readonly capabilities: JsonObject;
  readonly #card: JsonObject;
  readonly #headers: Record<string, string>;
  readonly #transport: Transport;

  private constructor(card: JsonObject, headers: Record<string, string>, transport: Transport) {
    this.capabilities = objectIn(card.capabilities);
    this.#card = card;
    this.#headers = headers;
    this.#transport = transport;
  }

  /** Reads the card of an agent. */
  static async open(address: AgentAddress): Promise<GrpcAgent> {
    const card = await readCard(address);
    const found = objectsIn(card.supportedInterfaces).find(
      ({ protocolBinding, protocolVersion }) => protocolBinding === "GRPC" && protocolVersion === "1.0",
    );
    if (found === undefined) throw new Error(`${address.url}: the card names no interface for gRPC`);
    const tenant = found.tenant === undefined ? {} : { tenant: String(found.tenant) };
    const url = grpc.resolve(String(found.url), address.url);
    if (url === undefined) throw new Error(`${address.url}: the address of gRPC is not valid: ${String(found.url)}`);
    const transport = grpc.open({ url, codec: v1_0, ...tenant }, {});
    return new GrpcAgent(card, { ...address.headers }, transport);
  }

  async call(name: string, params: JsonObject): Promise<Answer> {
    const about = { status: 200, headers: {} };
    if (name === "get_agent_card" && params.extended !== true) return { ...about, body: this.#card };
    const operation = operationOf(name);
    const input = toParams(operation, params) as never; // the corpus may name anything, and the agent decides
    const options = { headers: this.#headers };
    try {
      if (!operation.streaming) {
        const output = await this.#transport.unary(operation.name as UnaryOperation, input, options);
        return { ...about, body: (output ?? {}) as unknown as JsonValue }; // the model is JSON
      }
      const { first, rest } = await this.#transport.stream(operation.name as StreamingOperation, input, options);
      const received = first === undefined ? [] : [first];
      for await (const event of rest) received.push(event);
      return { ...about, body: {}, events: received.map(({ event }) => event as unknown as JsonObject) }; // the model is JSON
    } catch (error) {
      if (!isA2AError(error)) throw error;
      const { code, message } = error;
      return { ...about, body: {}, error: { code, message, data: {} } };
    }
  }

  async request(): Promise<Answer> {
    throw new Error("a raw request cannot be sent over gRPC");
  }

  /** Channels close by themselves when they are idle. */
  async [Symbol.asyncDispose](): Promise<void> {}
}
