import { type Child, startChild } from "./victim/child.ts";
import type { HonestOptions, HonestReport } from "./victim/honest-caller.ts";
import type { VictimReading } from "./victim/reading.ts";
import type { VictimOptions } from "./victim/victim-server.ts";

/** What a scenario found. */
export interface Outcome {
  /** What was sent to the server, or done to it. */
  readonly sent: string;
  /** How much memory the server took beyond what it had before, at most, in bytes. */
  readonly growth?: number;
  /** The 99th percentile of the honest callers' latency meanwhile, in milliseconds. */
  readonly p99?: number;
  /** How many honest calls there were, and how many of them failed. */
  readonly calls?: number;
  readonly failed?: number;
  /** Acknowledged tasks or events that are gone. */
  readonly lost?: number;
  /** Tasks that neither ended nor went on. */
  readonly stuck?: number;
  /** What happened to the attackers' requests, and other facts. */
  readonly note?: string;
  /** What should not have happened. Empty when the server did well. */
  readonly problems: readonly string[];
}

/** Something that may happen to a server, and what it should do then. */
export interface Scenario {
  readonly name: string;
  run(seconds: number): Promise<Outcome>;
}

/** How much the server may grow under an attack. */
export const MAX_GROWTH = 128 * 1024 * 1024;
/** How long an honest caller may have to wait, in the 99th percentile. */
export const MAX_P99_MS = 250;

/** The heap that Node gives itself in a container of 512 MB. On a large machine it would collect garbage later, and measure that. */
const CONTAINER = ["--max-old-space-size=256", "--max-semi-space-size=1"];

/** Who is attacked: a server, or a gateway before one. */
export type Target = "server" | "gateway";

/** The name of a scenario that several targets have. */
export function namedFor(target: Target, name: string): string {
  return target === "gateway" ? `gateway: ${name}` : name;
}

/** A server under attack, and the honest callers it has meanwhile. */
export interface Stage extends AsyncDisposable {
  readonly url: string;
  readonly victim: Child<{ url: string }>;
  /** What the server and its honest callers have seen since the beginning; the figures of every scenario. */
  measure(): Promise<Required<Pick<Outcome, "growth" | "p99" | "calls" | "failed">> & { problems: string[] }>;
}

/** Starts a server and honest callers, and lets both warm up. */
export async function setStage(options: VictimOptions, target: Target = "server"): Promise<Stage> {
  const victim = await startChild<{ url: string }>(`victim-${target}.ts`, options, CONTAINER);
  const { url } = victim.first;
  const honest = await startChild("honest-caller.ts", { url, callers: 8, everyMs: 20 } satisfies HonestOptions);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await honest.ask<HonestReport>({});
  const before = await victim.ask<VictimReading>({});
  return {
    url,
    victim,
    async measure() {
      const { p99, calls, failed, failures } = await honest.ask<HonestReport>({});
      const after = victim.isAlive ? await victim.ask<VictimReading>({}) : undefined;
      const growth = Math.max(0, (after?.peakRss ?? Number.NaN) - Math.max(before.rss, 0));
      const problems = [
        ...(after ? [] : ["the server died"]),
        ...(failed > 0 ? [`${failed} of ${calls} honest calls failed: ${failures[0]}`] : []),
      ];
      return { growth, p99, calls, failed, problems };
    },
    async [Symbol.asyncDispose]() {
      await honest[Symbol.asyncDispose]();
      await victim[Symbol.asyncDispose]();
    },
  };
}

/** The problems of a server that was flooded. */
export function judgeFlood({ growth, p99, problems }: { growth: number; p99: number; problems: string[] }): string[] {
  return [
    ...problems,
    ...(growth > MAX_GROWTH
      ? [`grew by ${Math.round(growth / 1e6)} MB, more than ${Math.round(MAX_GROWTH / 1e6)} MB`]
      : []),
    ...(p99 > MAX_P99_MS ? [`p99 of honest callers ${Math.round(p99)} ms, more than ${MAX_P99_MS} ms`] : []),
  ];
}
