import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import type { HttpExchange } from "@a2a/http";
import {
  compareVersions,
  isA2AError,
  LocalError,
  type OperationName,
  type Operations,
  type StreamingOperation,
  type UnaryOperation,
} from "@a2a/types";
import type { CallOptions, Calls, Endpoint, Transport } from "../transports/transport.ts";
import { describeEndpoint, type EndpointMemory } from "./endpoint-memory.ts";
import { opened } from "./opened.ts";
import { isDecisive, isWrongWay, probe, type Verdict } from "./probe.ts";

/** What a line is made of. */
export interface LineParts {
  /** The endpoints to try, the likeliest first. */
  readonly candidates: readonly [Endpoint, ...Endpoint[]];
  readonly open: (endpoint: Endpoint) => Transport;
  readonly exchange: HttpExchange;
  readonly memory: EndpointMemory;
  /** Take a generation older than one the agent is known to have spoken. */
  readonly allowDowngrade: boolean;
  /** What was found out on the way, for people to read. More is added as it is found. */
  readonly notes: string[];
  /** What the agent says it speaks. */
  readonly offered: string;
}

interface Way {
  readonly endpoint: Endpoint;
  readonly transport: Transport;
  verdict?: Verdict;
}

/** How long looking for the right endpoint may take in all. */
const SEARCH_MS = 30_000;

/**
 * The line to an agent: calls over the endpoint in use. When an answer says that this is not how the agent is spoken to, which also
 * means that nothing was carried out, the right endpoint is looked for among the candidates, and the call made again.
 */
export class Line implements Calls {
  readonly #parts: LineParts;
  readonly #ways: readonly Way[];
  #way: Way;
  #searching: Promise<void> | undefined;

  constructor(parts: LineParts) {
    this.#parts = parts;
    const [first, ...others] = parts.candidates.map((endpoint): Way => ({ endpoint, transport: parts.open(endpoint) }));
    this.#way = first as Way; // there is at least one candidate
    this.#ways = [this.#way, ...others];
  }

  /** The endpoint in use. */
  get endpoint(): Endpoint {
    return this.#way.endpoint;
  }

  unary<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: CallOptions,
  ): Promise<Operations[Name]["output"]> {
    return this.#use(operation, (transport) => transport.unary(operation, input, options), options?.signal);
  }

  async *stream<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: CallOptions,
  ): AsyncGenerator<ReceivedEvent, void, void> {
    // A stream is opened when it is first read, and whether this is the way to speak to the agent shows only then.
    yield* await this.#use(
      operation,
      (transport) => opened(transport.stream(operation, input, options)),
      options?.signal,
    );
  }

  /** Finds the right endpoint now, where nothing is known that speaks for any of them. */
  settle(signal?: AbortSignal): Promise<void> {
    return this.#leave(this.#way, signal);
  }

  async #use<T>(
    operation: OperationName,
    call: (transport: Transport) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    for (;;) {
      const way = this.#way;
      try {
        this.#refuseDowngrade(way);
        const result = await call(way.transport);
        this.#confirm(way, operation);
        return result;
      } catch (error) {
        const settled = way.verdict?.kind === "right" || way.verdict?.kind === "sends-only";
        // A generation that has no such operation was asked nothing; that is no reason to look for another.
        if (way.transport.endpoint.codec.operations[operation] === undefined) throw error;
        const wrong = isWrongWay(error);
        // What is not supported may be the operation, or the generation as an older one puts it.
        if (settled || !(wrong || isA2AError(error, "UNSUPPORTED_OPERATION"))) throw error;
        // An agent that does not know how to take a message is not spoken to like this; everything else it may well lack.
        if (wrong && isDecisive(error) && operation === "sendMessage") {
          way.verdict = { kind: "wrong", reason: (error as Error).message };
        }
        await this.#leave(way, signal, error);
        if (this.#way === way) throw error;
      }
    }
  }

  /** A search, unless another call has found something meanwhile. */
  async #leave(way: Way, signal: AbortSignal | undefined, cause?: unknown): Promise<void> {
    if (this.#way !== way) return;
    this.#searching ??= this.#search(signal, cause).finally(() => {
      this.#searching = undefined;
    });
    await this.#searching;
  }

  async #search(signal: AbortSignal | undefined, cause: unknown): Promise<void> {
    const end = performance.now() + SEARCH_MS;
    const tried: string[] = [];
    for (const way of this.#ways) {
      way.verdict ??= await this.#judge(way, end, signal);
      const { kind, reason } = way.verdict;
      if (kind === "right" || kind === "sends-only") return this.#take(way, tried);
      tried.push(`${describeEndpoint(way.endpoint)}: ${reason}`);
    }
    const likely = this.#ways.find(({ verdict }) => verdict?.kind === "likely");
    if (likely === undefined) throw this.#nothingFits(tried, cause);
    this.#take(
      likely,
      tried.filter((line) => !line.startsWith(describeEndpoint(likely.endpoint))),
    );
  }

  async #judge(way: Way, end: number, signal: AbortSignal | undefined): Promise<Verdict> {
    const { endpoint } = way;
    if (this.#isDowngrade(way)) {
      return { kind: "wrong", reason: `older than ${this.#parts.memory.newest}, which the agent spoke before` };
    }
    // Where nothing speaks JSON-RPC, no other generation of it has to be tried.
    const absent = this.#ways.find(
      ({ endpoint: { url, binding }, verdict }) =>
        verdict?.kind === "absent" &&
        binding.name === "JSONRPC" &&
        endpoint.binding === binding &&
        endpoint.url === url,
    );
    if (absent?.verdict) return absent.verdict;
    if (performance.now() > end) return { kind: "wrong", reason: "not tried: the search took too long" };
    return probe(way.transport, this.#parts.exchange, signal);
  }

  #take(way: Way, tried: readonly string[]): void {
    const { memory, open } = this.#parts;
    if (way !== this.#ways[0] || tried.length > 0) {
      for (const line of tried) this.#note(`not ${line}`);
      this.#note(`found: ${describeEndpoint(way.endpoint)}`);
      memory.settle(way.endpoint);
    }
    const dialect = way.verdict?.kind === "sends-only" ? way.endpoint.codec.sendOnlyDialect : undefined;
    if (dialect) this.#note("the agent takes messages and knows no other method");
    this.#way = dialect ? { ...way, transport: open({ ...way.endpoint, dialect }) } : way;
    if (way.verdict?.kind !== "likely") memory.spoke(way.endpoint.codec.version);
  }

  #note(line: string): void {
    if (!this.#parts.notes.includes(line)) this.#parts.notes.push(line);
  }

  /** A call that went well proves the way, unless it is one that several generations spell alike. */
  #confirm(way: Way, operation: OperationName): void {
    if (way.verdict?.kind === "right" || way.verdict?.kind === "sends-only") return;
    if (way.endpoint.codec.version !== "1.0" && ALIKE.has(operation)) return;
    way.verdict = { kind: "right", reason: "answers" };
    this.#parts.memory.spoke(way.endpoint.codec.version);
  }

  #isDowngrade({ endpoint }: Way): boolean {
    const { memory, allowDowngrade, candidates } = this.#parts;
    const { newest } = memory;
    if (allowDowngrade || newest === undefined) return false;
    // Whoever pins older generations only has decided for them.
    const pinned = !candidates.some(({ codec }) => compareVersions(codec.version, newest) >= 0);
    return !pinned && compareVersions(endpoint.codec.version, newest) < 0;
  }

  #refuseDowngrade(way: Way): void {
    if (way.verdict?.kind === "right" || !this.#isDowngrade(way)) return;
    throw new LocalError(
      "PROTOCOL",
      `the agent offers nothing newer than ${way.endpoint.codec.version}, although it spoke ${this.#parts.memory.newest} before: ` +
        "pass `allowDowngrade: true` to go along, or pin the version",
    );
  }

  #nothingFits(tried: readonly string[], cause: unknown): LocalError {
    const { candidates, offered } = this.#parts;
    const ours = [...new Set(candidates.map(({ codec, binding }) => `${codec.version} over ${binding.name}`))];
    return new LocalError(
      "NO_COMMON_INTERFACE",
      `no common interface: ${offered}; this side speaks ${ours.join(", ")}; tried ${tried.slice(0, 8).join("; ")}` +
        (tried.length > 8 ? `; and ${tried.length - 8} more` : ""),
      cause === undefined ? {} : { cause },
    );
  }
}

const ALIKE: ReadonlySet<OperationName> = new Set(["getTask", "cancelTask", "subscribeToTask"]);
