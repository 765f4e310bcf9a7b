import { Readable } from "node:stream";
import { errorTable, isEventStream, type OutgoingRequest, type VersionCodec } from "@a2a/bridge";
import { decodeRpcAnswer, decodeRpcEvents, encodeRpcCall } from "@a2a/bridge/json-rpc";
import { decodeRestAnswer, decodeRestEvents, encodeRestCall } from "@a2a/bridge/rest";
import { decodeSse, type ServerSentEvent } from "@a2a/bridge/sse";
import type { Binding } from "@a2a/card";
import type { HttpClient, HttpResponse } from "@a2a/http";
import {
  type AgentCard,
  createMessage,
  type ErrorCode,
  isJsonObject,
  isTerminal,
  type JsonObject,
  type JsonValue,
  type Message,
  type OperationName,
  type Operations,
  type StreamingOperation,
  type StreamResponse,
  type Task,
  type UnaryOperation,
} from "@a2a/types";
import { type Finding, Skipped } from "./check.ts";
import { parsed, type Reply, replyOf } from "./reply.ts";

/** The options of an endpoint under test. */
export interface EndpointOptions {
  readonly card: AgentCard;
  readonly url: string;
  readonly tenant?: string;
  readonly codec: VersionCodec;
  readonly binding: Binding;
  readonly exchange: HttpClient;
  /** Go with every request, credentials among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The text of the messages to the agent. */
  readonly text: string;
  /** How long one answer may take. */
  readonly timeoutMs: number;
}

/** A stream as it came, to its end. */
export interface Streamed {
  readonly head: Reply;
  readonly frames: readonly JsonValue[];
  readonly events: readonly StreamResponse[];
  /** Whether the agent closed it before the time was up. */
  readonly closed: boolean;
  /** Why the stream could not be read to its end. */
  readonly problem?: string;
}

/** Deliberate deviations of a request from the protocol. */
export interface Deviation {
  /** Headers in place of those that belong there; `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly query?: string;
  readonly id?: string | number;
}

/** One interface of an agent, spoken to as it is written, so that what is wrong can be seen. */
export class TestedEndpoint {
  readonly #options: EndpointOptions;
  #sample: Promise<Operations["sendMessage"]["output"]> | undefined;
  #streamed: Promise<Streamed> | undefined;

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  get card(): AgentCard {
    return this.#options.card;
  }

  get codec(): VersionCodec {
    return this.#options.codec;
  }

  get binding(): Binding {
    return this.#options.binding;
  }

  /** A message to the agent, with a fresh id. */
  message(more: Partial<Message> = {}): Message {
    return { ...createMessage(this.#options.text), ...more };
  }

  /** Calls an operation as the protocol writes it. */
  ask<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]["input"],
    deviation: Deviation = {},
  ): Promise<Reply> {
    return this.#exchange(this.#encoded(operation, input, deviation), deviation);
  }

  /** Calls an operation without credentials and without the other headers of the run, but with `headers`. */
  anonymous<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]["input"],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    return new TestedEndpoint({ ...this.#options, headers }).ask(operation, input);
  }

  /** Calls an operation over JSON-RPC with parameters as they are given, right or wrong. */
  askRaw(operation: OperationName, params: JsonValue | undefined, deviation: Deviation = {}): Promise<Reply> {
    const method = this.codec.operations[operation]?.rpcMethod ?? operation;
    const { id = "q-1" } = deviation;
    return this.post(
      JSON.stringify({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) }),
      deviation,
    );
  }

  /** Posts a body to the address of the interface, right or wrong. */
  post(body: string, deviation: Deviation = {}, path = ""): Promise<Reply> {
    const headers = this.#encoded("getTask", { id: "none" }, {}).headers;
    const type = this.binding === "JSONRPC" ? "application/json" : "application/a2a+json";
    return this.#exchange({ method: "POST", path, headers: { ...headers, "Content-Type": type }, body }, deviation);
  }

  /** Gets an address below that of the interface. */
  get(path: string): Promise<Reply> {
    const { headers } = this.#encoded("getTask", { id: "none" }, {});
    return this.#exchange({ method: "GET", path, headers }, {});
  }

  /** The output of a response, parsed strictly by the schema of the protocol version. Throws if it is invalid. */
  read<Name extends UnaryOperation>(operation: Name, { status, headers, text }: Reply, id: string | number = "q-1") {
    const answer = { status, headers, body: text };
    const strictly = { strict: true, id };
    return this.binding === "JSONRPC"
      ? decodeRpcAnswer(operation, answer, this.codec, strictly)
      : decodeRestAnswer(operation, answer, this.codec, strictly);
  }

  /** The result in an answer, as it is written; `undefined` for an error. */
  result({ status, json }: Reply): JsonValue | undefined {
    if (this.binding === "HTTP+JSON") return status < 300 ? json : undefined;
    return isJsonObject(json) ? json.result : undefined;
  }

  /** The error in an answer, as it is written; `undefined` for a result. */
  error({ status, json }: Reply): JsonObject | undefined {
    if (!isJsonObject(json)) return undefined;
    if (isJsonObject(json.error)) return json.error;
    return this.binding === "HTTP+JSON" && status >= 400 ? json : undefined;
  }

  /** `undefined` if an answer is the expected error; otherwise a description of the answer. */
  refusal(reply: Reply, ...codes: readonly ErrorCode[]): Finding {
    const error = this.error(reply);
    const fits = codes.some((code) => {
      const { rpc, http } = errorTable[code];
      if (this.binding === "JSONRPC") return error?.code === rpc;
      // Before 1.0 bodies carry the JSON-RPC code, and statuses are not laid down.
      return this.codec.version === "1.0" ? reply.status === http : error?.code === rpc || reply.status === http;
    });
    return fits && error !== undefined ? undefined : this.describe(reply);
  }

  /** An answer in a few words. */
  describe(reply: Reply): string {
    const error = this.error(reply);
    const what = error
      ? `error ${String(error.code)} ${JSON.stringify(error.message)}`
      : reply.text.replace(/\s+/g, " ").slice(0, 200) || "an empty body";
    return `HTTP ${reply.status}, ${what}`;
  }

  /** The agent's answer to the message, which is sent once and shared by many checks. */
  sample(): Promise<Operations["sendMessage"]["output"]> {
    this.#sample ??= this.ask("sendMessage", { message: this.message() }).then((reply) => this.#lenient(reply));
    return this.#sample;
  }

  /** The task that the agent created for the message, or why there is none. */
  async sampleTask(): Promise<Task | Skipped> {
    const answer = await this.sample().catch(() => undefined);
    if (answer === undefined) return new Skipped("the message was not answered");
    return "task" in answer ? answer.task : new Skipped("the agent answers with a message, not with a task");
  }

  /** The same, if it has ended. */
  async endedTask(): Promise<Task | Skipped> {
    const task = await this.sampleTask();
    if (task instanceof Skipped || isTerminal(task.status.state)) return task;
    return new Skipped(`the task is ${task.status.state}`);
  }

  /** The stream that answers the message, which is sent once. */
  streamed(): Promise<Streamed> {
    this.#streamed ??= this.stream("sendStreamingMessage", { message: this.message() });
    return this.#streamed;
  }

  /** Calls a streaming operation. The body of the response is the stream. */
  openStream<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    signal: AbortSignal = this.#options.signal,
  ): Promise<HttpResponse> {
    return this.#options.exchange(this.#request(this.#encoded(operation, input, {}), {}, signal));
  }

  /** Calls a streaming operation and reads to the end of the stream. */
  async stream<Name extends StreamingOperation>(operation: Name, input: Operations[Name]["input"]): Promise<Streamed> {
    const { signal, timeoutMs } = this.#options;
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await this.openStream(operation, input, bounded);
    const { status, headers } = response;
    if (!isEventStream(headers["content-type"])) {
      return { head: await replyOf(response, timeoutMs), frames: [], events: [], closed: true };
    }
    const sent: ServerSentEvent[] = [];
    let closed = true;
    try {
      for await (const event of decodeSse(response.body)) sent.push(event);
    } catch (error) {
      signal.throwIfAborted();
      if (!bounded.aborted) throw error;
      closed = false;
    }
    const head = { status, headers, text: "", json: undefined };
    const frames = sent.map(({ data }) => parsed(data) ?? data);
    const events: StreamResponse[] = [];
    try {
      for await (const { event } of this.#events(operation, sent)) events.push(event);
    } catch (error) {
      return { head, frames, events, closed, problem: error instanceof Error ? error.message : String(error) };
    }
    return { head, frames, events, closed };
  }

  #events(operation: StreamingOperation, sent: readonly ServerSentEvent[]) {
    const events = Readable.from(sent) as AsyncIterable<ServerSentEvent>; // gives out what it is made of
    return this.binding === "JSONRPC"
      ? decodeRpcEvents(operation, events, this.codec, { id: "q-1" })
      : decodeRestEvents(operation, events, this.codec);
  }

  #lenient({ status, headers, text }: Reply): Operations["sendMessage"]["output"] {
    const answer = { status, headers, body: text };
    return this.binding === "JSONRPC"
      ? decodeRpcAnswer("sendMessage", answer, this.codec, { id: "q-1" })
      : decodeRestAnswer("sendMessage", answer, this.codec);
  }

  #encoded<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]["input"],
    { id = "q-1" }: Deviation,
  ): OutgoingRequest {
    const { codec, tenant } = this.#options;
    const addressed = tenant === undefined ? input : { ...input, tenant };
    return this.binding === "JSONRPC"
      ? encodeRpcCall(operation, addressed, codec, { id })
      : encodeRestCall(operation, addressed, codec);
  }

  async #exchange(request: OutgoingRequest, deviation: Deviation): Promise<Reply> {
    const { exchange, signal, timeoutMs } = this.#options;
    return replyOf(await exchange(this.#request(request, deviation, signal)), timeoutMs);
  }

  #request({ method, path, headers, body }: OutgoingRequest, deviation: Deviation, signal: AbortSignal) {
    const { url, headers: own, timeoutMs } = this.#options;
    const target = `${this.binding === "JSONRPC" ? url : url.replace(/(?<!\/)\/+$/, "")}${path}`;
    return {
      method,
      url: deviation.query === undefined ? target : `${target}${target.includes("?") ? "&" : "?"}${deviation.query}`,
      headers: withoutUnset({ ...headers, ...own, ...deviation.headers }),
      ...(body !== undefined && { body }),
      signal,
      timeoutMs,
    };
  }
}

function withoutUnset(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const set = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return Object.fromEntries(set);
}

/** The `run` of a check on the sample task; skipped when the agent creates no task. */
export function onSampleTask(
  run: (endpoint: TestedEndpoint, task: Task) => Promise<Finding>,
): (endpoint: TestedEndpoint) => Promise<Finding> {
  return async (endpoint) => {
    const task = await endpoint.sampleTask();
    return task instanceof Skipped ? task : run(endpoint, task);
  };
}
