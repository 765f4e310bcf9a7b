import type { Benchmark } from "../benchmark.ts";
import { FIGURE, fixedRate, oneStatementPerEvent, streamed } from "../servers/postgres.ts";

/**
 * Appends of many tasks travel in one statement, over one connection. The yardstick is one statement per event over the same connection;
 * the baseline has eight, as a pool would. PostgreSQL, the engine and its callers share the machine.
 */
export default {
  title: "Durable events of 64 streams in PostgreSQL",
  baseline: "one statement per event, 8 connections",
  contestants: [
    oneStatementPerEvent("one statement per event, 8 connections", 8),
    oneStatementPerEvent("one statement per event, one connection", 1),
    fixedRate("15,000 a second", 15_000),
    streamed("one engine"),
    streamed("one engine, 8 in flight per stream", { inFlight: 8 }),
    streamed("two shards", { shards: 2 }),
    streamed("two shards, 8 in flight per stream", { shards: 2, inFlight: 8 }),
  ],
  targets: [
    { contestant: "one engine", figure: FIGURE, against: "one statement per event, one connection", atLeast: 3 },
    { contestant: "one engine", figure: FIGURE, against: "15,000 a second", atLeast: 1 },
  ],
} satisfies Benchmark;
