import { cpus } from "node:os";
import type { StoredRun } from "./stored-run.ts";
import { tablesOf } from "./tables.ts";

const HEADING = "## Other languages";

/** Whether other programs used the processors. The benchmark itself keeps two busy, and a little more. */
export function isShared(loadAverage: number): boolean {
  return loadAverage > Math.max(cpus().length, 2) + 0.5;
}

/** The section on the servers of other languages, from a run of `peers`. */
export function peersSection(run: StoredRun, loadAverage: number): string {
  const [processor] = cpus();
  return `${HEADING}

The probe agents of [the interop tests](interop.md), which are the same program on every SDK, each on the server of its SDK, called by one load
generator. \`npm run bench -- peers\` repeats this and writes this section; it leaves out the SDKs that cannot be built on the machine. The
sources are in [tools/interop/peers](../tools/interop/peers) and [tools/bench](../tools/bench/src/servers/peer.ts), the versions of the toolchains in
the results of the interop tests. If your SDK should be configured differently, please tell us.

- Every server is built for production (Rust with \`--release\`, \`NODE_ENV=production\`), keeps tasks in its SDK's own store in memory, and
  sets only the options that the interop tests need. *ours, SQLite* stores tasks durably instead.
- The server is pinned to one core and the load generator to another (\`taskset\`). Go and Rust then start as many threads as fit one core.
- 64 callers, each on its own connection, send over JSON-RPC 1.0 and wait for the answer. A send is a blocking \`SendMessage\` that is echoed
  in an artifact; a stream is a \`SendStreamingMessage\` of 50 chunks of 64 bytes, with a pause of a millisecond before each, and all of its events are
  counted.
- Every round starts each server anew, in rotating order, and measures the first second of sends, 1.5 s of sends after 7 s more, and 1.5 s of streams
  after 2 s of them. These are seconds of the server's CPU time, so every server has the same time to warm up. Stores use their
  default retention: ours forgets the oldest finished tasks; others keep all tasks, and some slow down as the tasks accumulate. Cells have the
  median of ${run.rounds} rounds as in the tables above; the baseline is *ours*.
- CPU time is measured for the server's process, in user and kernel mode. It excludes the load generator, and other programs affect it least. *Server
  busy* is the share of its core that a server used: where it is below 1, the load generator is the limit, or other programs took the core.
- A JIT compiler works for most of the warm-up, which a native server does not need: compare the first second too. Servers scale over several cores;
  these figures are about one.

Measured on ${cpus().length} × ${processor?.model ?? "unknown processor"} with Node ${run.node}, at a load average of ${loadAverage.toFixed(1)}: the machine was ${isShared(loadAverage) ? "shared with other programs, so compare CPU time rather than rates" : "otherwise idle"}.

${tablesOf(run, ["cpu µs/send", "cpu µs/send, first second", "sends/s", "server busy in sends", "cpu µs/event", "events/s"])}
`;
}

const ROW = "| **Little CPU per message** |";
/** The row of the README that this one follows. */
const BEFORE = "| **Fast** |";

/** The README with a row on the CPU time of each server, from a run of `peers`. Throws when the README has no place for it. */
export function withPeersRow(readme: string, { results: [result] }: StoredRun): string {
  const medians = (figure: string) =>
    new Map(
      (result?.rows ?? [])
        .filter((row) => row.against === undefined && row.figure === figure)
        .map(({ contestant, median }) => [contestant, Math.round(median).toLocaleString("en-US")]),
    );
  const events = medians("cpu µs/event");
  const costs = Array.from(
    medians("cpu µs/send"),
    ([name, send]) => `${name.replace(", ", " on ")} ${send} and ${events.get(name)} µs`,
  );
  const text = `CPU time for a send and for a streamed event, with 64 callers on one core: ${costs.join("; ")}.`;
  const row = `${ROW} ${text} | [Other languages](docs/benchmarks.md#other-languages) |`;
  const lines = readme.split("\n").filter((line) => !line.startsWith(ROW));
  const place = lines.findIndex((line) => line.startsWith(BEFORE));
  if (place < 0) throw new Error(`README.md has no row that begins with ${BEFORE}`);
  return lines.toSpliced(place + 1, 0, row).join("\n");
}

/** A page with this section in place of its own, which comes last. */
export function withPeers(page: string, section: string): string {
  const [before = ""] = page.split(`\n${HEADING}\n`);
  return section === "" ? page : `${before.trimEnd()}\n\n${section}`;
}

/** The section of a page; empty when it has none. */
export function peersSectionOf(page: string): string {
  const [, section] = page.split(`\n${HEADING}\n`);
  return section === undefined ? "" : `${HEADING}\n${section}`;
}
