import { compareVersions } from "@a2a/types";
import { LruMap } from "@a2a/types/internal";
import { jsonRpcPaths } from "../transports/json-rpc-paths.ts";
import type { Endpoint } from "../transports/transport.ts";
import { ExpiringMemory, type TextMemory } from "./expiring-memory.ts";

/** The state that all clients of this process share. */
export const processWide: LruMap<string> = new LruMap(500);

/**
 * What is known about an agent and its endpoints: which one worked, the newest protocol version that was spoken, and how an endpoint
 * deviates. Kept within this process, unless a memory is given. The version is kept for good, since it protects from a downgrade.
 */
export class EndpointMemory {
  readonly #memory: TextMemory;
  readonly #expiring: ExpiringMemory;
  readonly #endpointKey: string;
  readonly #spokeKey: string;

  /** An entry is valid for the same agent, pins and offered endpoints. */
  constructor(
    agent: string,
    pins: readonly string[],
    offered: readonly Endpoint[],
    memory: TextMemory = processWide,
    now?: () => number,
  ) {
    this.#memory = memory;
    this.#expiring = new ExpiringMemory(memory, now);
    this.#endpointKey = ["endpoint", agent, ...pins, ...offered.map(describeEndpoint)].join(" ");
    this.#spokeKey = `spoke ${agent}`;
  }

  /** The candidate that worked before. */
  recall(candidates: readonly Endpoint[]): Endpoint | undefined {
    const known = this.#expiring.get(this.#endpointKey);
    return known === undefined ? undefined : candidates.find((endpoint) => describeEndpoint(endpoint) === known);
  }

  /** Remembers the endpoint that works. */
  settle(endpoint: Endpoint): void {
    this.#expiring.set(this.#endpointKey, describeEndpoint(endpoint));
  }

  /** The names of the deviations that an endpoint has shown. */
  deviationsOf(endpoint: Endpoint): string[] {
    return this.#expiring.get(deviationsKey(endpoint))?.split(" ") ?? [];
  }

  /** Remembers a deviation of an endpoint. */
  learn(endpoint: Endpoint, name: string): void {
    const known = this.deviationsOf(endpoint);
    if (!known.includes(name)) this.#expiring.set(deviationsKey(endpoint), [...known, name].join(" "));
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

function deviationsKey(endpoint: Endpoint): string {
  return `deviations ${describeEndpoint(endpoint)}`;
}
