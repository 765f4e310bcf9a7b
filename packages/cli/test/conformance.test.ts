import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCard } from "@a2a/card";
import { nodeClient } from "@a2a/http/node";
import { bearer } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { protocolVersions, silentLogger, textOf } from "@a2a/types";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { actsTests } from "../src/conformance/acts.ts";
import { cardChecks } from "../src/conformance/card-checks.ts";
import type { Result } from "../src/conformance/check.ts";
import { endpointChecks, runChecks } from "../src/conformance/run-checks.ts";
import { runChild } from "./child.ts";
import { runHere } from "./here.ts";
import { oddAnswers, serveOdd } from "./odd-peer.ts";
import { serveOfficial0_3, serveOfficial1_0 } from "./official-servers.ts";
import { serveWrong, type Wrongness } from "./wrong-agent.ts";

async function checked(url: string, headers: Record<string, string> = {}): Promise<Result[]> {
  const { http: exchange, close } = nodeClient({ egress: { allowPrivate: true, allowHttp: true } });
  const { signal } = new AbortController();
  const results: Result[] = [];
  try {
    const checks = runChecks(url, { exchange, signal, headers, text: "hello", timeoutMs: 20_000 });
    for await (const result of checks) results.push(result);
  } finally {
    await close();
  }
  return results;
}

/** What failed: the level and name of each check, once. */
function failed(results: readonly Result[]): string[] {
  const told = results.filter(({ outcome }) => outcome === "failed").map(({ level, name }) => `${level} ${name}`);
  return [...new Set(told)].sort();
}

function ours(auth: boolean, isExtended = false) {
  return serve({
    logger: silentLogger,
    card: { name: "Lighthouse", description: "Repeats what it is told." },
    async *executor({ message }) {
      yield textOf(message);
    },
    store: "memory",
    ...(auth && { auth: [bearer({ tokens: { "t-1": "ann" } })] }),
    ...(isExtended && {
      extendedCard: buildCard({ name: "Lighthouse, for members" }, { url: "https://lighthouse.example" }),
    }),
  });
}

// The official servers report every refusal of theirs.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

describe("conformance checks", () => {
  it("our own server passes all of them, in every protocol version and over both bindings", async () => {
    await using open = await ours(false);
    const results = await checked(open.url);
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(new Set(results.flatMap(({ version }) => version ?? []))).toEqual(new Set(protocolVersions));
    expect(new Set(results.flatMap(({ binding }) => binding ?? []))).toEqual(new Set(["JSONRPC", "HTTP+JSON"]));
    await using locked = await ours(true);
    const proven = await checked(locked.url, { Authorization: "Bearer t-1" });
    expect(failed(proven)).toEqual([]);
    expect(proven.find(({ name }) => name === "auth/required")?.outcome).toBe("passed");
  });

  it("finds the deviations of the official server of 0.3 ", async () => {
    await using served = await serveOfficial0_3();
    expect(failed(await checked(served.url))).toEqual([
      "MUST rpc/invalid-params",
      "MUST rpc/params-type",
      "MUST subscribe/unknown-task",
      "SHOULD card/cache-control",
    ]);
  });

  it("finds the deviations of the official server of 1.0 ", async () => {
    await using served = await serveOfficial1_0();
    expect(failed(await checked(served.url))).toEqual([
      "MUST get/negative-history",
      "MUST list/since",
      "MUST rest/boolean",
      "MUST rpc/no-method",
      "MUST rpc/params-type",
      "MUST rpc/wrong-jsonrpc",
      "MUST send/content-type",
      "MUST send/empty-part",
      "MUST send/no-parts",
      "MUST send/two-contents",
      "MUST send/unknown-role",
      "MUST version/in-query",
      "MUST version/patch",
      "SHOULD rpc/field-violations",
    ]);
  });

  it("reads the odd answers of SDKs, and finds those that break the specification", async () => {
    await using right = await ours(false);
    await using odd = await serveOdd(right.url);
    const results = await checked(odd.url);
    const told = results
      // One check cancels a task that may have ended by then, and so may get the same answer.
      .filter(({ outcome, name }) => outcome === "failed" && name !== "send/immediately")
      .map(({ version, binding, level, name }) => `${version} ${binding} ${level} ${name}`);
    expect(odd.given).toEqual(new Set(oddAnswers));
    expect(told.sort()).toEqual(["0.3 HTTP+JSON MUST cancel/ended-task", "0.3 HTTP+JSON MUST subscribe/unknown-task"]);
  });

  it("every check can fail: some faulty agent fails it", async () => {
    const names = [...cardChecks, ...endpointChecks].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(30);
    const seen = new Set<string>();
    for (const wrongness of ["absent", "nowhere", "garbled", "agreeable", "idle"] satisfies Wrongness[]) {
      await using served = await serveWrong(wrongness);
      for (const { name, outcome } of await checked(served.url)) if (outcome === "failed") seen.add(name);
    }
    expect(names.filter((name) => !seen.has(name))).toEqual([]);
  });

  it("tests of ACTS are named by checks that exist", () => {
    const names = new Set([...cardChecks, ...endpointChecks].map(({ name }) => name));
    expect(Object.keys(actsTests).filter((name) => !names.has(name))).toEqual([]);
    for (const id of Object.values(actsTests).flat()) expect(id).toMatch(/^[A-Z]+(-[A-Z]+)?-\d{3}$/);
  });

  it("refuses what a server with credentials should: no token, a made-up one, and the extended card without one", async () => {
    await using locked = await ours(true, true);
    const results = await checked(locked.url, { Authorization: "Bearer t-1" });
    expect(failed(results)).toEqual([]);
    for (const name of ["auth/required", "auth/invalid", "extended-card/anonymous"]) {
      expect(results.find((result) => result.name === name)?.outcome).toBe("passed");
    }
  });

  it("every check names requirements", () => {
    for (const { requirements } of [...cardChecks, ...endpointChecks]) {
      expect(requirements.length).toBeGreaterThan(0);
      for (const id of requirements) expect(id).toMatch(/^R-\d+$/);
    }
  });
});

describe("a2a conformance", () => {
  it("A2ACLI_CONFORM_001 prints a table, exits with 0 when every MUST holds, and with 1 otherwise", async () => {
    const folder = await mkdtemp(join(tmpdir(), "a2a-conformance-"));
    await using right = await ours(false);
    await using wrong = await serveWrong("agreeable");
    const junit = join(folder, "results.xml");
    const [good, bad, none] = await Promise.all([
      runChild(["conformance", right.url, "--a2a-version", "0.3"]),
      runHere(["conformance", wrong.url, "-o", "json", "--junit", junit]),
      runHere(["conformance"]),
    ]);
    expect([good.code, good.err]).toEqual([0, ""]);
    expect(good.out).toMatch(/^passed +MUST +0\.3 JSONRPC +get\/unknown-task +R-32 R-107 CORE-ERR-001$/m);
    expect(good.out).toMatch(/\nChecks: \d+ passed, 0 failed \(0 MUST\), \d+ skipped\n$/);
    expect(good.out).not.toContain("1.0 JSONRPC");
    expect(bad.code).toBe(1);
    const report = JSON.parse(bad.out) as { broken: number; results: Result[] };
    expect(report.broken).toBeGreaterThan(30);
    expect(report.results.find(({ name }) => name === "get/unknown-task")).toEqual({
      name: "get/unknown-task",
      requirements: ["R-32", "R-107"],
      acts: ["CORE-ERR-001"],
      level: "MUST",
      expected: "GetTask of an unknown task fails with TaskNotFoundError",
      version: "1.0",
      binding: "JSONRPC",
      outcome: "failed",
      received: expect.stringContaining("HTTP 200"),
    });
    const xml = await readFile(junit, "utf8");
    expect(xml).toContain('<testsuite name="1.0 JSONRPC"');
    expect(xml.match(/<failure /g)).toHaveLength(report.results.filter(({ outcome }) => outcome === "failed").length);
    expect(none.code).toBe(2);
    await rm(folder, { recursive: true });
  });
});
