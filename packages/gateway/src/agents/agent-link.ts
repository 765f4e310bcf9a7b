import type { VersionCodec } from "@a2a/bridge";
import { allCodecs } from "@a2a/bridge/all";
import { openStream } from "@a2a/bridge/internal/streams";
import { decodeCard, type FetchedCard, fetchAgentCard } from "@a2a/card";
import type { FollowOptions } from "@a2a/client";
import { type AgentClient, connectWith } from "@a2a/client/connect";
import {
  isA2AError,
  isLocalError,
  LocalError,
  type OperationName,
  type Operations,
  type StreamingOperation,
  type UnaryOperation,
} from "@a2a/types";
import type { BreakerState } from "../telemetry/events.ts";
import { isOutage, outcomeOf, toCallerError } from "./agent-errors.ts";
import type { AgentOptions } from "./agent-options.ts";
import { AgentSlots } from "./agent-slots.ts";
import { NoRoomError } from "./answer-budget.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { tellsCallersApart } from "./credentials.ts";
import type { Connected, LinkOptions, LinkParts, LinkStream } from "./link-types.ts";
import { probeAgent, probeCalls } from "./probe-agent.ts";

type Tell = (failure?: { readonly error: unknown }) => void;

/** How often the card is looked at again, and how soon after a failure. */
const REFRESH_MS = 300_000;
const RETRY_MS = 10_000;

/** The connection to one agent: its card, a client, and a circuit breaker. */
export class AgentLink {
  readonly name: string;
  readonly options: AgentOptions;
  readonly #parts: LinkParts;
  readonly #codecs: readonly VersionCodec[];
  readonly #breaker: CircuitBreaker;
  readonly #slots: AgentSlots;
  /** Those of earlier cards, too: their streams continue. */
  readonly #clients = new Set<AgentClient>();
  #connected: Connected | undefined;
  #connecting: Promise<Connected> | undefined;
  #freshUntil = 0;

  constructor(name: string, options: AgentOptions, parts: LinkParts) {
    this.name = name;
    this.options = options;
    this.#parts = parts;
    const { versions, maxCalls = 4_096 } = options;
    this.#codecs = versions ? allCodecs.filter(({ version }) => versions.includes(version)) : allCodecs;
    if (versions && this.#codecs.length < versions.length) {
      const known = allCodecs.map(({ version }) => version).join(", ");
      throw new TypeError(`agents.${name}.versions: expected some of ${known}`);
    }
    this.#breaker = new CircuitBreaker(options.breaker ?? {}, {
      agent: name,
      hasOneCaller: !parts.tellsApart,
      onChange: parts.onBreaker,
      probe: () => {
        const client = this.#connected?.client;
        return client?.describe().binding === "GRPC" ? probeCalls(client) : probeAgent(parts.http, options);
      },
    });
    this.#slots = new AgentSlots(name, maxCalls, parts.tellsApart);
  }

  /** The state of the circuit breaker. */
  get breaker(): BreakerState {
    return this.#breaker.state;
  }

  /** Whether the agent has been reached. */
  get isKnown(): boolean {
    return this.#connected !== undefined;
  }

  /** The agent's card and client. A card that is not fresh is used while it is looked at again. */
  connected(): Connected | Promise<Connected> {
    if (this.#connected === undefined) return this.#connect();
    if (performance.now() > this.#freshUntil) {
      this.#connect().catch((error: unknown) => {
        this.#parts.logger.warn({ agent: this.name, error }, "the card of an agent cannot be refreshed");
      });
    }
    return this.#connected;
  }

  /** As `connected`, for an agent that may not have been reached yet: while its circuit breaker is open, its card is not fetched. */
  reach(): Connected | Promise<Connected> {
    return this.#connected ? this.connected() : this.#firstReached();
  }

  async #firstReached(): Promise<Connected> {
    await this.#breaker.admit(undefined);
    try {
      return await this.#connect();
    } catch (error) {
      throw await this.#judged(error, {});
    }
  }

  /** Makes a call. Rejects with errors in terms of the caller. */
  async call<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options: LinkOptions,
  ): Promise<Operations[Name]["output"]> {
    const { owner, ...call } = options;
    await this.#breaker.admit(owner);
    const leave = this.#slots.enter(owner);
    const tell = this.#timed(operation, options.signal);
    try {
      const { client } = await this.connected();
      const { timeoutMs = 30_000 } = this.options;
      const limitMs = operation === "sendMessage" ? MESSAGE_MS : timeoutMs;
      const output = await client.relay(operation, input, { ...UNARY, timeoutMs: limitMs, ...call });
      this.#breaker.succeeded(owner);
      tell?.();
      return output;
    } catch (error) {
      const reported = await this.#judged(error, options);
      tell?.({ error: reported });
      throw reported;
    } finally {
      leave();
    }
  }

  /** Opens a stream. Rejects with errors in terms of the caller; those of `rest` have to be `judged`. */
  async open<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options: LinkOptions,
  ): Promise<LinkStream> {
    const { owner, ...call } = options;
    await this.#breaker.admit(owner);
    const leave = this.#slots.enter(owner);
    const tell = this.#timed(operation, options.signal);
    try {
      const { client } = await this.connected();
      const { timeoutMs = 30_000 } = this.options;
      const opened = await openStream(client.relayStream(operation, input, { ...STREAM, timeoutMs, ...call }));
      this.#breaker.succeeded(owner);
      tell?.();
      return { ...opened, leave, judged: (error) => this.#reported(error, options.signal) };
    } catch (error) {
      leave();
      const reported = await this.#judged(error, options);
      tell?.({ error: reported });
      throw reported;
    }
  }

  /** A function to call when a request has succeeded or failed; `undefined` when nobody wants to know. */
  #timed(operation: OperationName, signal: AbortSignal | undefined): Tell | undefined {
    const { onRequest } = this.#parts;
    if (onRequest === undefined) return undefined;
    const begun = performance.now();
    return (failure?: { readonly error: unknown }) =>
      onRequest({
        operation,
        outcome: failure ? outcomeOf(failure.error, signal) : "ok",
        durationMs: performance.now() - begun,
      });
  }

  /** Counts a failure, and puts it in terms of the caller. */
  async #judged(error: unknown, { owner, signal }: LinkOptions): Promise<unknown> {
    // That the caller left says nothing about the agent.
    if (signal?.aborted) return error;
    if (isOutage(error)) await this.#breaker.failed(owner);
    else if (this.isKnown) this.#breaker.succeeded(owner);
    return this.#reported(error, signal, isCallRefusal);
  }

  #reported(error: unknown, signal: AbortSignal | undefined, isLogged = (_: unknown) => false): unknown {
    if (signal?.aborted) return error;
    const { credentials = "none" } = this.options;
    const reported = toCallerError(error, { agent: this.name, ownCredentials: !tellsCallersApart(credentials) });
    if (reported !== error && !isLogged(reported)) {
      this.#parts.logger.warn({ agent: this.name, error }, "an agent failed");
    }
    return reported;
  }

  #connect(): Promise<Connected> {
    this.#connecting ??= this.#open()
      .then((connected) => {
        this.#freshUntil = performance.now() + REFRESH_MS;
        this.#connected = connected;
        return connected;
      })
      .catch((error: unknown) => {
        this.#freshUntil = performance.now() + RETRY_MS;
        throw error;
      })
      .finally(() => {
        this.#connecting = undefined;
      });
    return this.#connecting;
  }

  async #open(): Promise<Connected> {
    const { url, bindings, headers, origins, credentials = "none", card: given } = this.options;
    const { http, dial, maxAnswerBytes, around } = this.#parts;
    const fetched = given ? undefined : await this.#fetch();
    const known = this.#connected;
    if (known && fetched && known.fetched?.source === fetched.source) return { ...known, fetched };
    const card = given ?? fetched?.card;
    const client = await connectWith(url, {
      codecs: this.#codecs,
      http,
      readCard: (wire) => decodeCard(wire),
      limits: {
        maxBytes: maxAnswerBytes,
        // Streams are as long as they are; callers that do not read them are disconnected by the server.
        stream: { maxEvents: Infinity, maxBytes: Infinity, maxEventLength: maxAnswerBytes },
      },
      pollIntervalMs: POLL_MS,
      ...dial,
      ...(bindings && { bindings: bindings.map((each) => (typeof each === "string" ? each : around(each))) }),
      ...(headers && { headers }),
      ...(origins && { origins }),
      ...(card && { card }),
      ...(typeof credentials === "object" && "own" in credentials && { auth: credentials.own }),
    });
    this.#clients.add(client);
    return { client, card: client.card, fetched };
  }

  /** Closes the connections of bindings that have their own. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#clients, (client) => client.close()));
  }

  /** The card; `undefined` for an agent that has none, and may be found by probing. */
  async #fetch(): Promise<FetchedCard | undefined> {
    const { url, headers, verifyCard } = this.options;
    const known = this.#connected?.fetched;
    let fetched: FetchedCard;
    try {
      fetched = await fetchAgentCard(url, {
        http: this.#parts.http,
        ...(headers && { headers }),
        ...(known && { known }),
      });
    } catch (error) {
      const isMissing = isLocalError(error, "HTTP") && error.status !== undefined && error.status < 500;
      if (!isMissing || verifyCard || this.#connected) throw error;
      return undefined;
    }
    if (verifyCard === undefined) return fetched;
    const covered = await verifyCard(fetched);
    if (covered) return { ...fetched, card: covered.card };
    throw new LocalError("SIGNATURE", `the card of agent ${this.name} is not signed by a known key`);
  }
}

/** For how long a message may wait for its task: as long as its caller does. */
const MESSAGE_MS = 24 * 3_600_000;
const POLL_MS = 250;
const retry = (error: unknown) => !(error instanceof NoRoomError);
const UNARY: FollowOptions = { maxRetries: 1, retryDelayMs: 100, retry };
/** A stream outlasts a restart of its agent. */
const STREAM: FollowOptions = { maxRetries: 20, retryDelayMs: 100, maxDelayMs: 2_000, retry };

/** Whether the front logs an error when it refuses the call: its cause is logged with it, once. */
function isCallRefusal(error: unknown): boolean {
  return isA2AError(error, "UNAVAILABLE");
}
