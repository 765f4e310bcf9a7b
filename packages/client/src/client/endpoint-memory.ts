import { compareVersions } from "@a2a/types";
import { RecentMap } from "../transports/recent-map.ts";
import type { Endpoint } from "../transports/transport.ts";

/** Keeps texts by key: a `Map`, or something that outlives the process. */
export type TextMemory = Pick<Map<string, string>, "get"> & { set(key: string, value: string): unknown };

const processWide: TextMemory = new RecentMap<string>(500);

/** What is known of the endpoints of an agent from earlier connections, made in this process unless a memory is given. */
export class EndpointMemory {
  readonly #memory: TextMemory;
  readonly #agent: string;
  readonly #pins: string;

  constructor(agent: string, pins: readonly string[], memory: TextMemory = processWide) {
    this.#memory = memory;
    this.#agent = agent;
    this.#pins = pins.join(" ");
  }

  /** The one among the candidates that turned out to be right before, though it was not the first. */
  recall(candidates: readonly Endpoint[]): Endpoint | undefined {
    const known = this.#memory.get(this.#key(candidates));
    return known === undefined ? undefined : candidates.find((endpoint) => describeEndpoint(endpoint) === known);
  }

  /** Remembers which of the candidates is right. It is forgotten as soon as the agent offers something else. */
  settle(candidates: readonly Endpoint[], endpoint: Endpoint): void {
    this.#memory.set(this.#key(candidates), describeEndpoint(endpoint));
  }

  /** The newest generation the agent is known to have spoken. */
  get newest(): string | undefined {
    return this.#memory.get(`spoke ${this.#agent}`);
  }

  /** The agent has spoken this generation. */
  spoke(version: string): void {
    const { newest } = this;
    if (newest === undefined || compareVersions(newest, version) < 0) this.#memory.set(`spoke ${this.#agent}`, version);
  }

  #key(candidates: readonly Endpoint[]): string {
    return `way ${this.#agent} ${this.#pins} ${candidates.map(describeEndpoint).join(" | ")}`;
  }
}

/** An endpoint in words. */
export function describeEndpoint({ codec, binding, url, methodPaths }: Endpoint): string {
  return `${codec.version} over ${binding} at ${url}${methodPaths ? "/{method}" : ""}`;
}
