import { join } from "node:path";
import type { ServeOptions } from "@a2a/server/node";
import { describe, expect, it, vi } from "vitest";
import { askAll } from "../src/compare.ts";
import { readDocument } from "../src/compare-document.ts";
import { toDocument } from "../src/compare-markdown.ts";
import { askOne, probes } from "../src/compare-probes.ts";
import { contestants } from "../src/compare-servers.ts";
import { serveHarbour } from "../src/matrix/our-server.ts";

// The official servers report on the console whatever they are asked to refuse here.
vi.spyOn(console, "info").mockImplementation(() => undefined);
vi.spyOn(console, "error").mockImplementation(() => undefined);

it("docs/comparison.md is up to date: `npm run interop -- compare` writes it", async () => {
  expect(readDocument()).toBe(toDocument(await askAll()));
});

// Questions to which our server never answers no: configured differently, it must, so that the probes can fail.
const setUps: [string, Omit<ServeOptions, "card" | "executor">][] = [
  ["answers callers of 1.0 over JSON-RPC", { versions: ["0.1"] }],
  ["answers callers of 1.0 over HTTP+JSON", { versions: ["0.1"] }],
  ["answers callers of 0.3 over JSON-RPC", { versions: ["1.0"] }],
  ["answers callers of 0.3 over HTTP+JSON", { versions: ["0.1"] }],
  ["answers callers of 0.2 over JSON-RPC", { versions: ["1.0"] }],
  ["answers callers of 0.1 over JSON-RPC", { versions: ["1.0"] }],
  ["runs a message that is sent twice only once", { turns: { deduplicate: false } }],
  ["keeps tasks across a restart", { store: "memory" }],
  ["keeps pending questions across a restart", { store: "memory" }],
  [
    "refuses webhooks to addresses that are not public",
    { webhooks: { egress: { allowPrivate: true, allowHttp: true } } },
  ],
  ["refuses requests with a foreign `Host`", { security: { allowedHosts: ["elsewhere.example"] } }],
  ["lists tasks page by page", { security: { authorize: (_, operation) => operation !== "listTasks" } }],
  [
    "aborts the agent when its task is canceled",
    { security: { authorize: (_, operation) => operation !== "cancelTask" } },
  ],
  ["resumes an interrupted stream", { security: { authorize: (_, operation) => operation !== "subscribeToTask" } }],
  ["replays missed events", { security: { authorize: (_, operation) => operation !== "subscribeToTask" } }],
];

describe("our server, configured differently, answers no to", () => {
  it.each(setUps)("%s", async (beginning, options) => {
    const probe = probes.find(({ title }) => title.startsWith(beginning));
    const [ours] = contestants;
    if (!probe || !ours) throw new Error(`no probe starts with "${beginning}"`);
    const open = (folder: string) => serveHarbour({ store: `sqlite:${join(folder, "tasks.db")}`, ...options });
    expect((await askOne(probe, { ...ours, open }, 300)).holds).toBe(false);
  });
});
