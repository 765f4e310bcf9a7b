import { cpus, loadavg } from "node:os";
import { spread } from "../statistics.ts";
import { barPlot } from "./bar-plot.ts";
import { linePlot } from "./line-plot.ts";
import type { StoredResult, StoredRun } from "./stored-run.ts";
import { tablesOf } from "./tables.ts";

/** The benchmarks in the report, in the order in which they are run. */
export const REPORTED = ["stream", "burst", "send", "idle", "memory", "long-stream", "list"] as const;

/** The files of a report by their paths below `docs/`. */
export type ReportFiles = ReadonlyMap<string, string>;

/** Writes the report on these runs: a page and its plots. */
export function reportOf(
  runs: ReadonlyMap<string, StoredRun>,
  versions: Readonly<Record<string, string>>,
): ReportFiles {
  const files = new Map<string, string>();
  const plot = (name: string, alt: string, svg: string) => {
    files.set(`images/${name}.svg`, svg);
    return `![${alt}](images/${name}.svg)`;
  };
  const run = (name: string): StoredRun => {
    const found = runs.get(name);
    if (!found) throw new Error(`the report needs a run of "${name}"`);
    return found;
  };
  const byStreams = (figure: string) =>
    linePlot(`${figure} by number of streams`, "streams", seriesOf(run("stream"), figure));
  const bars = (name: string, figure: string, title: string, level?: number) =>
    barPlot(title, barsOf(run(name), figure, level));
  const sections = [
    introduction([...runs.values()], versions),
    "## Streams\n\nAn agent streams 200 chunks of 64 bytes and pauses after each. The first event is the time from the request to the first event that the caller reads, as the median over all streams.",
    plot("bench-first-event", "Time to the first event", byStreams("first event ms")),
    plot("bench-stream-events", "Events per second", byStreams("events/s")),
    plot("bench-stream-cpu", "CPU time of the server per event", byStreams("cpu µs/event")),
    tablesOf(run("stream"), ["first event ms", "events/s", "cpu µs/event"]),
    "## Bursts\n\nThe same agent without pauses, 16 streams at a time.",
    plot("bench-burst", "Events per second in bursts", bars("burst", "events/s", "events/s in bursts")),
    tablesOf(run("burst"), ["events/s", "cpu µs/event"]),
    "## Sends\n\nA blocking send to an echo agent.",
    plot("bench-send-alone", "Sends of one caller", bars("send", "requests/s", "sends/s of one caller at a time", 1)),
    plot("bench-send", "Sends of 64 callers", bars("send", "requests/s", "sends/s of 64 callers", 64)),
    tablesOf(run("send"), ["requests/s", "p99 ms", "cpu µs/op"]),
    "## Memory\n\nA stream whose agent has nothing to say, its task and its connection included: resident memory of the process, and heap after a collection.",
    plot("bench-idle", "Memory of an idle stream", bars("idle", "resident bytes", "resident bytes of an idle stream")),
    tablesOf(run("idle"), ["resident bytes", "bytes"]),
    "The heap that a finished task of an echo agent takes, its JSON included. The goal is 1,500 bytes.",
    plot("bench-memory", "Heap of a stored task", bars("memory", "bytes", "bytes of heap of a stored task")),
    tablesOf(run("memory"), ["bytes"]),
    "## Growth\n\nA level curve means that a chunk of a long stream costs as much as one of a short stream, and that a page of a long list costs as much as one of a short list.",
    plot(
      "bench-long-stream",
      "CPU time per chunk by length",
      linePlot("cpu µs per chunk by length of the stream", "chunks", growthOf(run("long-stream"), "cpu µs/event")),
    ),
    plot(
      "bench-list",
      "CPU time of a page by stored tasks",
      linePlot("cpu µs of a page of 50 tasks", "stored tasks", growthOf(run("list"), "cpu µs/op")),
    ),
  ];
  files.set("benchmarks.md", `${sections.join("\n\n")}\n`);
  return files;
}

function introduction(runs: readonly StoredRun[], versions: Readonly<Record<string, string>>): string {
  const [processor] = cpus();
  const rounds = runs.map(({ name, rounds: count }) => `${name} ${count}`).join(", ");
  const used = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `# Benchmarks

This page is generated. To repeat it, run \`npm run bench -- report\`, which takes about a quarter of an hour; \`--rounds N\` sets the number of
rounds, and \`npm run bench -- stream\` runs one benchmark and exits with 1 when it misses a goal.

Every contestant is a server in its own process, called over loopback. All of them run in every round, in rotated order, so that
other load on the machine affects them equally. A cell has the median ratio to the baseline in the same round, the middle half of these
ratios in parentheses, and the median of the figure itself, which is comparable only within this page.

| Contestant | |
|---|---|
| raw node:http | reads a body, parses it, and writes fixed bytes of the same size: the limit |
| floor | the smallest engine that implements the protocol: ids, a log per task, any number of readers; no credentials, limits, idempotency or other versions. It shows a task before its agent has said anything, so its first event is earlier than that of the others |
| ours | \`serve()\` with tasks in memory |
| ours, SQLite | \`serve()\` with tasks in a file, durable before any reader sees them |
| official SDK 1.3, Express | \`@a2a-js/sdk\` with its in-memory store |

Measured with ${used.join(", ")}, on ${cpus().length} × ${processor?.model ?? "unknown processor"}, which the contestants share with their callers. Rounds: ${rounds}.
The load average was ${loadavg()[2]?.toFixed(1)} when this page was written; beyond the number of processors, other programs have widened the spreads.
[Decision 022](decisions/022-goals-that-were-missed.md) explains the goals that are missed.`;
}

function seriesOf({ results }: StoredRun, figure: string) {
  return namesIn(results).map((name) => ({
    name,
    points: results.map((result) => ({ x: result.level ?? 1, y: spreadOf(result, name, figure).median })),
  }));
}

/** Curves of a run whose contestants are named after their size: "memory, 100 stored", "1000 chunks". */
function growthOf({ results }: StoredRun, figure: string) {
  const series = new Map<string, { x: number; y: number }[]>();
  for (const result of results) {
    for (const contestant of namesIn([result])) {
      const [, name, size] = /^(?:(.*), )?(\d+) \w+$/.exec(contestant) ?? [];
      if (size === undefined) continue;
      const points = series.get(name ?? "memory") ?? [];
      series.set(name ?? "memory", points);
      points.push({ x: Number(size), y: spreadOf(result, contestant, figure).median });
    }
  }
  return [...series].map(([name, points]) => ({ name, points }));
}

function barsOf({ results }: StoredRun, figure: string, level: number | undefined) {
  const result = results.find((each) => level === undefined || each.level === level);
  if (!result) throw new Error(`there is no run with ${level} callers`);
  return namesIn([result]).map((name) => ({ name, ...spreadOf(result, name, figure) }));
}

function spreadOf({ figures, title }: StoredResult, contestant: string, figure: string) {
  const values = figures[contestant]?.map((round) => round[figure]).filter((value) => value !== undefined);
  if (!values || values.length === 0) throw new Error(`"${contestant}" has no "${figure}" in "${title}"`);
  return spread(values);
}

function namesIn(results: readonly StoredResult[]): string[] {
  return [...new Set(results.flatMap(({ figures }) => Object.keys(figures)))];
}
