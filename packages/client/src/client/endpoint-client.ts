import type { Dialect, VersionCodec } from "@a2a/bridge";
import { fetchExchange, type HttpExchange } from "@a2a/http";
import {
  type AgentInterface,
  LocalError,
  type Operations,
  type StreamingOperation,
  type StreamResponse,
  type UnaryOperation,
} from "@a2a/types";
import { jsonRpc } from "../transports/json-rpc.ts";
import {
  type CallOptions,
  createTransport,
  type Endpoint,
  type Transport,
  type TransportOptions,
} from "../transports/transport.ts";
import type { WireBinding } from "../transports/wire-binding.ts";
import { AgentMethods, withDefaults } from "./agent-methods.ts";
import { readAddress } from "./read-address.ts";

/** How to speak with an agent whose address is known. */
export interface ClientOptions {
  /** The generation it speaks. */
  codec: VersionCodec;
  /** The binding it speaks. Default: JSON-RPC. */
  binding?: WireBinding;
  /** Carries out the requests. Default: over `fetch`. */
  exchange?: HttpExchange;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Goes with every request. Default: that of the interface. */
  tenant?: string;
  /** A named deviation to write in. */
  dialect?: Dialect;
  /** Bounds on what the agent may answer. */
  limits?: Omit<TransportOptions, "otherReader">;
  /** How long an answer may take in all, or a stream to begin. Default 60,000. */
  timeoutMs?: number;
  /** Extensions to ask for in every call. */
  extensions?: readonly string[];
}

/** How one call over an endpoint is made. */
export interface EndpointCallOptions extends CallOptions {
  /** Told the number of each event that has one, just before the event: `lastEventId` of a `subscribe` that goes on after it. */
  onEventId?: ((id: string) => void) | undefined;
}

/**
 * A client of an agent whose address, or interface in its card, and generation are known. Each call is one request: nothing is looked
 * up, tried again or resumed. Throws a `LocalError` `CONFIG` for what cannot be called like this.
 */
export function createClient(agent: string | URL | AgentInterface | undefined, options: ClientOptions): EndpointClient {
  const { codec, binding = jsonRpc, exchange = fetchExchange(), limits, dialect, ...defaults } = options;
  if (codec?.operations === undefined) {
    throw new LocalError("CONFIG", "expected a codec, such as v1_0 of @a2a/bridge/v1_0");
  }
  if (binding.encodeCall === undefined) {
    throw new LocalError("CONFIG", "expected a binding: jsonRpc, or httpJson of @a2a/client/http-json");
  }
  const entry = typeof agent === "object" && "protocolBinding" in agent ? agent : undefined;
  if (entry) checkEntry(entry, codec, binding);
  const url = readAddress(entry?.url ?? (agent as string | URL)); // what is no interface is an address
  const { tenant = entry?.tenant } = options;
  return new EndpointClient(createTransport({ url, codec, binding, tenant, dialect }, exchange, limits), defaults);
}

/** Calls an agent at one address, in one generation and binding. `createClient` makes one. */
export class EndpointClient extends AgentMethods<EndpointCallOptions, StreamResponse> {
  readonly #transport: Transport;
  readonly #defaults: CallOptions;

  constructor(transport: Transport, defaults: CallOptions = {}) {
    super();
    this.#transport = transport;
    this.#defaults = defaults;
  }

  /** What is spoken, and where. */
  get endpoint(): Endpoint {
    return this.#transport.endpoint;
  }

  protected override call<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: EndpointCallOptions,
  ): Promise<Operations[Name]["output"]> {
    return this.#transport.unary(operation, input, this.#merged(options));
  }

  protected override async *follow<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: EndpointCallOptions,
  ): AsyncGenerator<StreamResponse, void, void> {
    for await (const { event, id } of this.#transport.stream(operation, input, this.#merged(options))) {
      if (id !== undefined) options?.onEventId?.(id);
      yield event;
    }
  }

  #merged(options: CallOptions = {}): CallOptions {
    const headers = { ...this.#defaults.headers, ...options.headers };
    return withDefaults(this.#defaults, { ...options, headers });
  }
}

function checkEntry(
  { protocolBinding, protocolVersion }: AgentInterface,
  codec: VersionCodec,
  binding: WireBinding,
): void {
  // The patch part of a version plays no role.
  if (protocolBinding === binding.name && `${protocolVersion}.`.startsWith(`${codec.version}.`)) return;
  throw new LocalError(
    "CONFIG",
    `the interface speaks ${protocolVersion} over ${protocolBinding}, this client ${codec.version} over ${binding.name}: ` +
      "pass the codec and the binding of the interface",
  );
}
