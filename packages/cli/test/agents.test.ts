import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemoServer } from "../src/index.ts";
import { runChild } from "./child.ts";
import { runHere } from "./here.ts";

let folder: string;
let open: Awaited<ReturnType<typeof startDemoServer>>;
let locked: typeof open;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-named-"));
  [open, locked] = await Promise.all([startDemoServer(), startDemoServer({ auth: "bearer:s3cret=ann" })]);
});
afterAll(async () => {
  await Promise.all([open.close({ drainMs: 0 }), locked.close({ drainMs: 0 })]);
  await rm(folder, { recursive: true });
});
const a2a = (args: string[], env: Record<string, string> = {}) => runChild(args, { cwd: folder, env });

/** How a usage error is printed. */
const usage = (message: string) =>
  `Error: A2ACLI_ERR_USAGE\nMessage: ${message}\nHint: a2a help agents shows the usage\n`;

describe("a2a agents and a2a remote", () => {
  it("S4-33 adds, lists, pings and removes the remote agents of the configuration file", async () => {
    const none = await a2a(["remote"]);
    expect([none.code, none.out, none.err]).toEqual([
      0,
      "",
      "Warning: no agents are configured; a2a agents add NAME URL adds one\n",
    ]);
    const unpinged = await a2a(["agents", "ping"]);
    expect([unpinged.code, unpinged.err]).toEqual([
      2,
      usage("no agents are configured; a2a agents add NAME URL adds one"),
    ]);
    const added = await a2a(["agents", "add", "probe", open.url, "--timeout", "10s"]);
    const file = join(folder, "a2a.config.yaml");
    expect([added.code, added.out, added.err]).toEqual([0, `Added: probe\nFile: ${await realpath(file)}\n`, ""]);
    const config = ["--config", file];
    await runHere([
      "agents",
      "add",
      "desk",
      locked.url,
      "--token-env",
      "DESK_TOKEN",
      "--a2a-version",
      "0.3",
      ...config,
    ]);
    expect(await readFile(file, "utf8")).toMatch(/authToken: \$\{DESK_TOKEN\}/);

    const env = { DESK_TOKEN: "s3cret" };
    const [listed, asJson, pinged] = await Promise.all([
      a2a(["remote"], env),
      runHere(["agents", "list", "-o", "json", ...config], env),
      a2a(["agents", "ping"], env),
    ]);
    expect(listed.out).toBe(
      [
        "AGENT  URL                      CREDENTIALS  VERSIONS  TIMEOUT",
        `probe  ${`${open.url}/`.padEnd(23)}  none         all       10s`,
        `desk   ${`${locked.url}/`.padEnd(23)}  bearer       0.3       60s`,
        "",
      ].join("\n"),
    );
    expect(JSON.parse(asJson.out)).toMatchObject({
      agents: [{ name: "probe" }, { name: "desk", credentials: "bearer" }],
    });
    expect([pinged.code, pinged.out]).toEqual([
      0,
      expect.stringMatching(
        /^AGENT .*\nprobe {2}1\.0 over JSONRPC {2}\d+ ms +http\S+\ndesk {3}0\.3 over JSONRPC {2}\d+ ms +http\S+\n$/,
      ),
    ]);
    for (const { out, err } of [listed, asJson, pinged]) expect(out + err).not.toContain("s3cret");

    const wrong = await runHere(["agents", "ping", "desk", ...config], { DESK_TOKEN: "guess" });
    const removed = await runHere(["agents", "remove", "desk", ...config]);
    expect([wrong.code, wrong.out]).toEqual([
      4,
      [
        "AGENT  SPEAKS  TIME  URL OR ERROR",
        "desk   failed        the agent rejected the credentials: The credentials are not valid",
        "",
      ].join("\n"),
    ]);
    expect([removed.code, removed.out]).toEqual([0, `Removed: desk\nFile: ${file}\n`]);
    expect(await readFile(file, "utf8")).not.toContain("desk");
  });

  it("explains a rejected change, and does not modify the file", async () => {
    const path = join(folder, "own.yaml");
    const text = "a2a:\n  clients:\n    one: { url: http://127.0.0.1:9 } # mine\n";
    await writeFile(path, text);
    const config = ["--config", path];
    const ran = await Promise.all([
      runHere(["agents", "add", "one", "http://127.0.0.1:9", ...config]),
      runHere(["agents", "add", "two", "nowhere", ...config]),
      runHere(["agents", "add", "two", "http://127.0.0.1:9", "--token-env", "not a name", ...config]),
      runHere(["agents", "remove", "two", ...config]),
      runHere(["agents", "ping", "one", ...config]),
    ]);
    expect(ran.map(({ code }) => code)).toEqual([2, 2, 2, 2, 3]);
    expect(ran.map(({ out, err }) => out + err)).toEqual([
      usage(`${path} already has an agent named one; --replace replaces it`),
      usage("a2a.remoteAgents.two.endpoint: expected an address such as https://agent.example"),
      usage("--token-env: expected the name of an environment variable, not the secret itself"),
      usage(`${path} has no agent named two; it has one`),
      [
        "AGENT  SPEAKS  TIME  URL OR ERROR",
        "one    failed        Cannot reach agent card at http://127.0.0.1:9/.well-known/agent-card.json: cannot reach http://127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9",
        "",
      ].join("\n"),
    ]);
    expect(await readFile(path, "utf8")).toBe(text);
  });
});
