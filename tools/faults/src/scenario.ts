import { setTimeout as delay } from "node:timers/promises";
import { type Child, startChild } from "./victim/child.ts";
import type { HonestOptions, HonestReport } from "./victim/honest-caller.ts";
import type { VictimReading } from "./victim/reading.ts";
import { openStorage, type Storage, type StorageOptions, type Store } from "./victim/storage.ts";
import type { VictimOptions } from "./victim/victim-server.ts";

/** The findings of a scenario. */
export interface Outcome {
  /** The attack on the server. */
  readonly sent: string;
  /** How much memory the server took beyond what it had before, at most, in bytes. */
  readonly growth?: number;
  /** The 99th percentile of the honest callers' latency meanwhile, in milliseconds, without waits for a processor (`OwnLatency`). */
  readonly p99?: number;
  /** The same before the attack, under the same load of honest callers. */
  readonly calmP99?: number;
  /** How many honest calls there were, and how many of them failed. */
  readonly calls?: number;
  readonly failed?: number;
  /** Acknowledged tasks or events that are gone. */
  readonly lost?: number;
  /** Tasks that neither ended nor continued. */
  readonly stuck?: number;
  /** The outcome of the attackers' requests, and other facts. */
  readonly note?: string;
  /** Violations. Empty if the server withstood the attack. */
  readonly problems: readonly string[];
}

/** Something that may happen to a server, and what it should do then. */
export interface Scenario {
  readonly name: string;
  run(seconds: number): Promise<Outcome>;
}

/** How much the server may grow under an attack. */
export const MAX_GROWTH = 128 * 1024 * 1024;
/** How much longer than before an honest caller may have to wait under an attack, in the 99th percentile. */
const MAX_P99_RISE_MS = 250;
/** For how long honest callers warm a server up, which does not count, and then show how fast it answers without an attack. */
const WARM_UP_MS = 1_500;
const BASELINE_MS = 1_500;

/** The heap that Node gives itself in a container of 512 MB. On a large machine it would collect garbage later, and measure that. */
const CONTAINER = ["--max-old-space-size=256", "--max-semi-space-size=1"];

/** Who is attacked: a server, or a gateway before one; and where it stores what. */
export interface Target {
  readonly kind: "server" | "gateway";
  readonly store: Store;
}

/** A server with its tasks in memory. */
export const SERVER: Target = { kind: "server", store: "memory" };

/** The name of a scenario that several targets have. */
export function namedFor({ kind, store }: Target, name: string): string {
  const place = [...(kind === "gateway" ? ["gateway"] : []), ...(store === "memory" ? [] : [store])].join(", ");
  return place === "" ? name : `${place}: ${name}`;
}

/** The figures of the server and its honest callers. */
export interface Figures extends Required<Pick<Outcome, "growth" | "p99" | "calmP99" | "calls" | "failed">> {
  readonly problems: readonly string[];
}

/** A server under attack, and the honest callers it has meanwhile. */
export interface Stage extends AsyncDisposable {
  readonly url: string;
  readonly victim: Child<{ url: string }>;
  readonly storage: Storage;
  /** The figures of the server and its honest callers since the beginning, for every scenario. */
  measure(): Promise<Figures>;
}

/** Starts a server and honest callers, lets both warm up, and measures them without an attack. */
export async function setStage(options: VictimOptions, target = SERVER, place: StorageOptions = {}): Promise<Stage> {
  const { kind, store } = target;
  const storage = await openStorage(store, place);
  const given = { ...options, ...storage.options };
  const victim = await startChild<{ url: string; pids: number[] }>(`victim-${kind}.ts`, given, CONTAINER);
  const { url, pids } = victim.first;
  const honest = await startChild("honest-caller.ts", { url, callers: 8, everyMs: 20, pids } satisfies HonestOptions);
  await delay(WARM_UP_MS);
  await honest.ask<HonestReport>({});
  await delay(BASELINE_MS);
  const { p99: calmP99 } = await honest.ask<HonestReport>({});
  const before = await victim.ask<VictimReading>({});
  return {
    url,
    victim,
    storage,
    async measure() {
      const { p99, calls, failed, failures } = await honest.ask<HonestReport>({});
      const after = victim.isAlive ? await victim.ask<VictimReading>({}) : undefined;
      const growth = Math.max(0, (after?.peakRss ?? Number.NaN) - Math.max(before.rss, 0));
      const problems = [
        ...(after ? [] : ["the server died"]),
        ...(failed > 0 ? [`${failed} of ${calls} honest calls failed: ${failures[0]}`] : []),
      ];
      return { growth, p99, calmP99, calls, failed, problems };
    },
    async [Symbol.asyncDispose]() {
      await honest[Symbol.asyncDispose]();
      await victim[Symbol.asyncDispose]();
      await storage[Symbol.asyncDispose]();
    },
  };
}

/** The problems of a server that was flooded. */
export function judgeFlood({ growth, p99, calmP99, problems }: Figures): string[] {
  const rise = Math.round(p99 - calmP99);
  return [
    ...problems,
    ...judgeGrowth(growth),
    ...(rise > MAX_P99_RISE_MS ? [`p99 of honest callers rose by ${rise} ms, more than ${MAX_P99_RISE_MS} ms`] : []),
  ];
}

/** The problem of a server that has grown too much. */
export function judgeGrowth(growth: number): string[] {
  return growth > MAX_GROWTH
    ? [`grew by ${Math.round(growth / 1e6)} MB, more than ${Math.round(MAX_GROWTH / 1e6)} MB`]
    : [];
}
