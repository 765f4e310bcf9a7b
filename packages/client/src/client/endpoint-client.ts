import type { Dialect, VersionCodec } from "@a2a/bridge";
import { flatMap, lazily } from "@a2a/bridge/internal/streams";
import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import { fetchClient, type HttpClient } from "@a2a/http";
import {
  type AgentInterface,
  LocalError,
  type Operations,
  type StreamingOperation,
  type StreamResponse,
  type UnaryOperation,
} from "@a2a/types";
import { type OptionNames, refuseUnknownOptions } from "@a2a/types/internal";
import type { ClientBinding } from "../transports/binding.ts";
import { jsonRpc } from "../transports/json-rpc.ts";
import type { CallOptions, Endpoint, Transport, TransportOptions } from "../transports/transport.ts";
import { AgentMethods, withDefaults } from "./agent-methods.ts";
import { readAddress } from "./read-address.ts";

/** How to call an agent whose URL is known. */
export interface ClientOptions {
  /** The protocol version of the agent. */
  codec: VersionCodec;
  /** Default: JSON-RPC. */
  binding?: ClientBinding;
  /** Carries out the requests. Default: over `fetch`. */
  http?: HttpClient;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Sent with every request. Default: that of the interface. */
  tenant?: string;
  /** The dialect to write in. */
  dialect?: Dialect;
  /** Limits on answers. */
  limits?: Omit<TransportOptions, "otherReader">;
  /** The time limit of a call, or of a stream until it begins. Default 60,000. */
  timeoutMs?: number;
  /** Extensions to request in every call. */
  extensions?: readonly string[];
}

/** How one call over an endpoint is made. */
export interface EndpointCallOptions extends CallOptions {
  /** Called with the id of each event that has one, just before the event: a `subscribe` with this `lastEventId` resumes after it. */
  onEventId?: ((id: string) => void) | undefined;
}

/**
 * A client for one endpoint: a URL or an interface of a card, with a known protocol version. Each call is one request, without
 * discovery, retries or resuming. Throws a `LocalError` `CONFIG` for arguments that do not fit together.
 */
export function createClient(agent: string | URL | AgentInterface | undefined, options: ClientOptions): EndpointClient {
  refuseUnknownOptions("createClient", options, CLIENT_NAMES);
  const { codec, binding = jsonRpc, http = fetchClient(), limits, dialect, ...defaults } = options;
  if (codec?.operations === undefined) {
    throw new LocalError("CONFIG", "expected a codec, such as v1_0 of @a2a/bridge/v1_0");
  }
  if (binding.open === undefined) {
    throw new LocalError("CONFIG", "expected a binding, such as httpJson of @a2a/client/http-json");
  }
  const entry = typeof agent === "object" && "protocolBinding" in agent ? agent : undefined;
  if (entry) checkEntry(entry, codec, binding);
  const url = readAddress(entry?.url ?? (agent as string | URL)); // not an interface
  const { tenant = entry?.tenant } = options;
  return new EndpointClient(binding.open({ url, codec, binding, tenant, dialect }, { ...limits, http }), defaults);
}

/** Calls one endpoint of an agent. `createClient` makes one. */
export class EndpointClient extends AgentMethods<EndpointCallOptions, StreamResponse> {
  readonly #transport: Transport;
  readonly #defaults: CallOptions;
  protected readonly optionNames = CALL_NAMES;

  constructor(transport: Transport, defaults: CallOptions = {}) {
    super();
    this.#transport = transport;
    this.#defaults = defaults;
  }

  /** The endpoint that is called. */
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

  protected override follow<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: EndpointCallOptions,
  ): AsyncGenerator<StreamResponse, void, void> {
    const give = ({ event, id }: ReceivedEvent) => {
      if (id !== undefined) options?.onEventId?.(id);
      return event;
    };
    return lazily(async () => {
      const { first, rest } = await this.#transport.stream(operation, input, this.#merged(options));
      const events = flatMap<ReceivedEvent, StreamResponse>(rest, (received, out) => out.push(give(received)) > 0);
      return { first: first && give(first), rest: events };
    });
  }

  #merged(options: CallOptions = {}): CallOptions {
    const headers = { ...this.#defaults.headers, ...options.headers };
    return withDefaults(this.#defaults, { ...options, headers });
  }
}

function checkEntry(
  { protocolBinding, protocolVersion }: AgentInterface,
  codec: VersionCodec,
  binding: ClientBinding,
): void {
  // The patch version is ignored.
  if (protocolBinding === binding.name && `${protocolVersion}.`.startsWith(`${codec.version}.`)) return;
  throw new LocalError(
    "CONFIG",
    `the interface is ${protocolVersion} over ${protocolBinding}, not ${codec.version} over ${binding.name}: ` +
      "pass its codec and binding",
  );
}

/** The options of `createClient`. */
const CLIENT_NAMES: OptionNames<ClientOptions> = {
  binding: true,
  codec: true,
  dialect: true,
  extensions: true,
  headers: true,
  http: true,
  limits: true,
  tenant: true,
  timeoutMs: true,
};

/** The options of every call. */
const CALL_NAMES: OptionNames<EndpointCallOptions> = {
  budget: true,
  extensions: true,
  headers: true,
  lastEventId: true,
  meter: true,
  onEventId: true,
  signal: true,
  timeoutMs: true,
};
