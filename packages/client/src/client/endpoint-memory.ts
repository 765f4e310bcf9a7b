import { compareVersions } from "@a2a/types";
import { jsonRpcPaths } from "../transports/json-rpc-paths.ts";
import { RecentMap } from "../transports/recent-map.ts";
import type { Endpoint } from "../transports/transport.ts";

/** Keeps texts by key: a `Map`, or something that outlives the process. */
export interface TextMemory {
  get(key: string): string | undefined;
  set(key: string, value: string): unknown;
}

const processWide: TextMemory = new RecentMap<string>(500);

/** What is known of an agent's endpoints from earlier connections: those of this process, unless a memory is given. */
export class EndpointMemory {
  readonly #memory: TextMemory;
  readonly #wayKey: string;
  readonly #spokeKey: string;

  /** What was found out holds for the same agent, the same pins and the same offers; when one of them changes, it is forgotten. */
  constructor(agent: string, pins: readonly string[], offered: readonly Endpoint[], memory: TextMemory = processWide) {
    this.#memory = memory;
    this.#wayKey = ["way", agent, ...pins, ...offered.map(describeEndpoint)].join(" ");
    this.#spokeKey = `spoke ${agent}`;
  }

  /** The one among the candidates that turned out to be right before. */
  recall(candidates: readonly Endpoint[]): Endpoint | undefined {
    const known = this.#memory.get(this.#wayKey);
    return known === undefined ? undefined : candidates.find((endpoint) => describeEndpoint(endpoint) === known);
  }

  /** Remembers which endpoint turned out to be right. */
  settle(endpoint: Endpoint): void {
    this.#memory.set(this.#wayKey, describeEndpoint(endpoint));
  }

  /** The newest generation the agent is known to have spoken. */
  get newest(): string | undefined {
    return this.#memory.get(this.#spokeKey);
  }

  /** The agent has spoken this generation. */
  spoke(version: string): void {
    const { newest } = this;
    if (newest === undefined || compareVersions(newest, version) < 0) this.#memory.set(this.#spokeKey, version);
  }
}

/** Whether the card of an agent was signed once, so that one without a signature is refused from then on. */
export function wasSigned(agent: string, memory: TextMemory = processWide): boolean {
  return memory.get(`signed ${agent}`) === "yes";
}

/** Remembers that the card of an agent was signed. */
export function rememberSigned(agent: string, memory: TextMemory = processWide): void {
  memory.set(`signed ${agent}`, "yes");
}

/** An endpoint in words. */
export function describeEndpoint({ codec, binding, url }: Endpoint): string {
  const address = binding === jsonRpcPaths ? `${url.replace(/\/$/, "")}/{method}` : url;
  return `${codec.version} over ${binding.name} at ${address}`;
}
