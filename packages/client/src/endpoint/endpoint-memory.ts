import { compareVersions } from "@a2a/types";
import { jsonRpcPaths } from "../transports/json-rpc-paths.ts";
import { LruMap } from "../transports/lru-map.ts";
import type { Endpoint } from "../transports/transport.ts";

/** A string store: a `Map`, or one that outlives the process. */
export interface TextMemory {
  get(key: string): string | undefined;
  set(key: string, value: string): unknown;
}

const processWide: TextMemory = new LruMap<string>(500);

/** Remembers which endpoint of an agent worked: within this process, unless a memory is given. */
export class EndpointMemory {
  readonly #memory: TextMemory;
  readonly #endpointKey: string;
  readonly #spokeKey: string;

  /** An entry is valid for the same agent, pins and offered endpoints. */
  constructor(agent: string, pins: readonly string[], offered: readonly Endpoint[], memory: TextMemory = processWide) {
    this.#memory = memory;
    this.#endpointKey = ["endpoint", agent, ...pins, ...offered.map(describeEndpoint)].join(" ");
    this.#spokeKey = `spoke ${agent}`;
  }

  /** The candidate that worked before. */
  recall(candidates: readonly Endpoint[]): Endpoint | undefined {
    const known = this.#memory.get(this.#endpointKey);
    return known === undefined ? undefined : candidates.find((endpoint) => describeEndpoint(endpoint) === known);
  }

  /** Remembers the endpoint that works. */
  settle(endpoint: Endpoint): void {
    this.#memory.set(this.#endpointKey, describeEndpoint(endpoint));
  }

  /** The newest protocol version the agent has spoken. */
  get newest(): string | undefined {
    return this.#memory.get(this.#spokeKey);
  }

  /** Records that the agent has spoken a protocol version. */
  spoke(version: string): void {
    const { newest } = this;
    if (newest === undefined || compareVersions(newest, version) < 0) this.#memory.set(this.#spokeKey, version);
  }
}

/** Whether the card of an agent has been signed before, so that an unsigned one must be refused. */
export function wasSigned(agent: string, memory: TextMemory = processWide): boolean {
  return memory.get(`signed ${agent}`) === "yes";
}

/** Remembers that the card of an agent was signed. */
export function rememberSigned(agent: string, memory: TextMemory = processWide): void {
  memory.set(`signed ${agent}`, "yes");
}

/** An endpoint for people to read. */
export function describeEndpoint({ codec, binding, url }: Endpoint): string {
  const address = binding === jsonRpcPaths ? `${url.replace(/\/$/, "")}/{method}` : url;
  return `${codec.version} over ${binding.name} at ${address}`;
}
