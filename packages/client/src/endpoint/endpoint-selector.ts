import type { OpenStream } from "@a2a/bridge/internal/streams";
import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import type { HttpClient } from "@a2a/http";
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
import { isDecisive, isEndpointMismatch, probe, type Verdict } from "./probe.ts";

/** The dependencies of an endpoint selector. */
export interface SelectorParts {
  /** The endpoints to try, the most likely first. */
  readonly candidates: readonly [Endpoint, ...Endpoint[]];
  readonly open: (endpoint: Endpoint) => Transport;
  readonly http: HttpClient;
  readonly memory: EndpointMemory;
  /** Accept a protocol version older than one the agent has spoken before. */
  readonly allowDowngrade: boolean;
  /** Takes a finding about the candidates, for people to read. */
  readonly note: (line: string) => void;
  /** The interfaces that each side supports, in words, for the error that there is none in common. */
  readonly sides: string;
}

interface Candidate {
  readonly endpoint: Endpoint;
  readonly transport: Transport;
  verdict?: Verdict;
}

/** The time limit of a whole search. */
const SEARCH_MS = 30_000;

/**
 * Makes calls over the endpoint in use. When an answer says that the agent does not speak this version or binding there, which also
 * means that nothing was carried out, the selector probes the other candidates and repeats the call over the one that matches.
 */
export class EndpointSelector implements Calls {
  readonly #parts: SelectorParts;
  readonly #candidates: readonly Candidate[];
  #current: Candidate;
  #searching: Promise<void> | undefined;

  constructor(parts: SelectorParts) {
    this.#parts = parts;
    const [first, ...others] = parts.candidates.map(
      (endpoint): Candidate => ({ endpoint, transport: parts.open(endpoint) }),
    );
    this.#current = first as Candidate; // there is at least one candidate
    this.#candidates = [this.#current, ...others];
  }

  /** The endpoint in use. */
  get endpoint(): Endpoint {
    return this.#current.endpoint;
  }

  unary<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: CallOptions,
  ): Promise<Operations[Name]["output"]> {
    return this.#use(operation, (transport) => transport.unary(operation, input, options), options?.signal);
  }

  stream<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: CallOptions,
  ): Promise<OpenStream<ReceivedEvent>> {
    return this.#use(operation, (transport) => transport.stream(operation, input, options), options?.signal);
  }

  /** Searches now, if nothing is known in favor of any candidate. */
  settle(signal?: AbortSignal): Promise<void> {
    return this.#leave(this.#current, signal);
  }

  async #use<T>(
    operation: OperationName,
    call: (transport: Transport) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    for (;;) {
      const candidate = this.#current;
      try {
        this.#refuseDowngrade(candidate);
        const result = await call(candidate.transport);
        this.#confirm(candidate, operation);
        return result;
      } catch (error) {
        // The version has no such operation, so nothing was sent: no reason to search.
        if (candidate.transport.endpoint.codec.operations[operation] === undefined) throw error;
        const mismatch = isEndpointMismatch(error);
        // "Unsupported" may be about the operation, or an older agent's way to refuse the version.
        if (isSettled(candidate) || !(mismatch || isA2AError(error, "UNSUPPORTED_OPERATION"))) throw error;
        // Every agent accepts messages; any other operation may be missing.
        if (mismatch && isDecisive(error) && operation === "sendMessage") {
          candidate.verdict = { kind: "mismatch", reason: (error as Error).message };
        }
        await this.#leave(candidate, signal, error);
        if (this.#current === candidate) throw error;
      }
    }
  }

  /** Searches, unless another call has settled on an endpoint meanwhile. */
  async #leave(candidate: Candidate, signal: AbortSignal | undefined, cause?: unknown): Promise<void> {
    if (this.#current !== candidate) return;
    this.#searching ??= this.#search(signal, cause).finally(() => {
      this.#searching = undefined;
    });
    await this.#searching;
  }

  async #search(signal: AbortSignal | undefined, cause: unknown): Promise<void> {
    const end = performance.now() + SEARCH_MS;
    const tried: string[] = [];
    for (const candidate of this.#candidates) {
      candidate.verdict ??= await this.#judge(candidate, end, signal);
      if (isSettled(candidate)) return this.#take(candidate, tried);
      tried.push(`${describeEndpoint(candidate.endpoint)}: ${candidate.verdict.reason}`);
    }
    const likely = this.#candidates.find(({ verdict }) => verdict?.kind === "likely");
    if (likely === undefined) throw this.#nothingFits(tried, cause);
    this.#take(
      likely,
      tried.filter((line) => !line.startsWith(describeEndpoint(likely.endpoint))),
    );
  }

  async #judge(candidate: Candidate, end: number, signal: AbortSignal | undefined): Promise<Verdict> {
    const { endpoint } = candidate;
    if (this.#isDowngrade(candidate)) {
      return { kind: "mismatch", reason: `older than ${this.#parts.memory.newest}, which the agent has spoken before` };
    }
    // Where the URL does not tell the version, an absent endpoint is absent for all versions.
    const absent = this.#candidates.find(
      ({ endpoint: { url, binding }, verdict }) =>
        verdict?.kind === "absent" && !binding.versionedPaths && endpoint.binding === binding && endpoint.url === url,
    );
    if (absent?.verdict) return absent.verdict;
    if (performance.now() > end) return { kind: "mismatch", reason: "not tried: the search timed out" };
    return probe(candidate.transport, this.#parts.http, signal);
  }

  #take(candidate: Candidate, tried: readonly string[]): void {
    const { memory, open, note } = this.#parts;
    if (candidate !== this.#candidates[0] || tried.length > 0) {
      for (const line of tried) note(`not ${line}`);
      note(`found: ${describeEndpoint(candidate.endpoint)}`);
      memory.settle(candidate.endpoint);
    }
    const dialect = candidate.verdict?.kind === "sends-only" ? candidate.endpoint.codec.sendOnlyDialect : undefined;
    if (dialect) note("the agent accepts messages and knows no other method");
    this.#current = dialect ? { ...candidate, transport: open({ ...candidate.endpoint, dialect }) } : candidate;
    if (candidate.verdict?.kind !== "likely") memory.spoke(candidate.endpoint.codec.version);
  }

  /** A successful call proves the endpoint, unless several versions spell it alike. */
  #confirm(candidate: Candidate, operation: OperationName): void {
    if (isSettled(candidate)) return;
    if (candidate.endpoint.codec.sharedOperations?.includes(operation)) return;
    candidate.verdict = { kind: "match", reason: "answers" };
    this.#parts.memory.spoke(candidate.endpoint.codec.version);
  }

  #isDowngrade({ endpoint }: Candidate): boolean {
    const { memory, allowDowngrade, candidates } = this.#parts;
    const { newest } = memory;
    if (allowDowngrade || newest === undefined) return false;
    // Pinning older versions only is consent.
    const pinned = !candidates.some(({ codec }) => compareVersions(codec.version, newest) >= 0);
    return !pinned && compareVersions(endpoint.codec.version, newest) < 0;
  }

  #refuseDowngrade(candidate: Candidate): void {
    if (candidate.verdict?.kind === "match" || !this.#isDowngrade(candidate)) return;
    throw new LocalError(
      "PROTOCOL",
      `the agent offers nothing newer than ${candidate.endpoint.codec.version}, although it has spoken ${this.#parts.memory.newest}: ` +
        "pass `allowDowngrade: true` to accept it, or pin the version",
    );
  }

  #nothingFits(tried: readonly string[], cause: unknown): LocalError {
    const first = tried.slice(0, 1).map((line) => line.slice(0, 300));
    const message = [this.#parts.sides, ...first].join("; ");
    return new LocalError("NO_COMMON_INTERFACE", message, { attempts: tried, ...(cause !== undefined && { cause }) });
  }
}

/** Whether an endpoint is known to answer. */
function isSettled({ verdict }: Candidate): boolean {
  return verdict?.kind === "match" || verdict?.kind === "sends-only";
}
