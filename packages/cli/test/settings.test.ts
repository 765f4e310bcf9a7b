import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemoServer } from "../src/index.ts";
import { a2a, a2aProcess, emptyFolder, field } from "./support/a2a.ts";

let server: Awaited<ReturnType<typeof startDemoServer>>;
beforeAll(async () => {
  server = await startDemoServer({ auth: "bearer:s3cret=ann" });
});
afterAll(() => server.close({ drainMs: 0 }));

/** A project below a home, each with a `.env` file. */
function folders(local: string, global: string) {
  const home = emptyFolder();
  const project = join(home, "project", "deep");
  mkdirSync(project, { recursive: true });
  mkdirSync(join(home, ".config", "a2a-cli"), { recursive: true });
  const globalFile = join(home, ".config", "a2a-cli", ".env");
  const localFile = join(home, "project", ".env");
  for (const [file, text] of [
    [localFile, local],
    [globalFile, global],
  ] as const)
    writeFileSync(file, text, { mode: 0o600 });
  return { home, project, localFile, globalFile };
}

describe.concurrent("settings", () => {
  it("A2ACLI_CONFIG_002 precedence: flag, environment, local file, global file, default", async () => {
    const { home, project, localFile, globalFile } = folders(
      "A2ACLI_TIMEOUT=3s\nA2ACLI_POLL_INTERVAL=3s\nA2ACLI_OUTPUT=json\nA2ACLI_TRANSPORT=HTTP+JSON, JSONRPC\n",
      "A2ACLI_TIMEOUT=4s\nA2ACLI_POLL_INTERVAL=4s\nA2ACLI_OUTPUT=json\nA2ACLI_BEARER=hush\nA2ACLI_INSECURE=yes\n",
    );
    const env = { HOME: home, A2ACLI_TIMEOUT: "2s", A2ACLI_OUTPUT: "json" };
    const { out } = await a2a(["config", "show", "-o", "text"], { cwd: project, env });
    expect(field(out, "output")).toBe("text (flag)");
    expect(field(out, "timeout")).toBe("2s (environment, A2ACLI_TIMEOUT)");
    expect(field(out, "poll-interval")).toBe(`3s (${localFile})`);
    expect(field(out, "transport")).toBe(`HTTP+JSON, JSONRPC (${localFile})`);
    expect(field(out, "bearer")).toBe(`*** (${globalFile})`);
    expect(field(out, "insecure")).toBe(`true (${globalFile})`);
    expect(field(out, "a2a-version")).toBe("1.0 (default)");
    expect(out).not.toContain("hush");
  });

  it("A2ACLI_CONFIG_002 --config replaces the local file, so that an agent can have its own settings", async () => {
    const { home, project } = folders("A2ACLI_TIMEOUT=3s\n", "");
    writeFileSync(join(project, "probe.env"), `A2ACLI_AGENT_CARD=${server.url}\nA2ACLI_BEARER=s3cret\n`, {
      mode: 0o600,
    });
    const options = { cwd: project, env: { HOME: home } };
    const shown = await a2a(["config", "show", "--config", "probe.env", "-o", "json"], options);
    expect(JSON.parse(shown.out)).toMatchObject({
      settings: {
        timeout: { value: "5m", source: "default" },
        "agent-card": { value: server.url, source: "probe.env" },
      },
    });
    const { out } = await a2a(["send", "--config", "probe.env", "whoami"], options);
    expect(out).toContain('"subject": "ann"');
    expect((await a2a(["send", "--config", "none.env", "hi"], options)).code).toBe(2);
  });

  it("a .env file that nobody named sets no address, no credentials and no insecure connection", async () => {
    const { home, project, localFile } = folders(
      `A2ACLI_AGENT_CARD=${server.url}\nA2ACLI_INSECURE=1\nA2ACLI_BEARER=theirs\n`,
      "A2ACLI_BEARER=s3cret\n",
    );
    const options = { cwd: project, env: { HOME: home } };
    const { code, out, err } = await a2a(["send", "whoami"], options);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`A2ACLI_AGENT_CARD, A2ACLI_BEARER, A2ACLI_INSECURE are ignored in ${localFile}`);
    expect(err).toContain(`pass --config ${localFile}`);
    const named = await a2a(["send", "whoami", "--config", localFile, "--bearer", "s3cret"], options);
    expect(named.out).toContain('"subject": "ann"');
  });

  it("credentials of the user are not sent to an address in a configuration file that nobody named", async () => {
    const { home, project } = folders("", "A2ACLI_BEARER=s3cret\n");
    const file = join(home, "project", "a2a.config.yaml");
    writeFileSync(file, `a2a: { clients: { probe: { url: "${server.url}" } } }`);
    const options = { cwd: project, env: { HOME: home } };
    const refused = await a2a(["send", "--agent", "probe", "whoami"], options);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain(`A2ACLI_BEARER not sent to probe, whose address is in ${file}`);
    for (const flags of [
      ["--config", file],
      ["--bearer", "s3cret"],
    ]) {
      const { out } = await a2a(["send", "--agent", "probe", ...flags, "whoami"], options);
      expect(out).toContain('"subject": "ann"');
    }
    const direct = await a2a(["send", server.url, "whoami"], options);
    expect(direct.out).toContain('"subject": "ann"');
  });

  it("S3-07 S4-31 agents of the configuration file can be used by name, with their secrets and settings", async () => {
    const { home, project } = folders("", "");
    const entry = `
      a2a:
        clients:
          probe: { url: URL, auth: { type: bearer, token: "\${PROBE_TOKEN}" } }
        remoteAgents:
          old: { endpoint: URL, authToken: s3cret, versions: ["0.3"] }`;
    writeFileSync(join(home, "project", "a2a.config.yaml"), entry.replaceAll("URL", server.url));
    const options = { cwd: project, env: { HOME: home, PROBE_TOKEN: "s3cret" } };
    for (const [flags, version] of [
      [["--agent", "probe"], "1.0"],
      [["-a", "probe"], "1.0"],
      [["--agent", "old"], "0.3"],
    ] as const) {
      const { out } = await a2a(["send", ...flags, "whoami"], options);
      expect([field(out, "Context"), out]).toEqual([
        expect.any(String),
        expect.stringContaining(`"version": "${version}"`),
      ]);
      expect(out).toContain('"subject": "ann"');
    }
    const asked = await a2a(["send", "--agent", "probe", "ask:Which?"], options);
    expect(field(asked.out, "Resume")).toMatch(/^a2a send --agent probe --task-id /);
    const { code, err } = await a2a(["send", "--agent", "nobody", "hi"], options);
    expect([code, err]).toEqual([2, expect.stringContaining("it has probe, old")]);
  });

  it("A2ACLI_CONFIG_001 warns about a file with secrets that other users can read, and never prints its content", async () => {
    const { home, project, localFile } = folders("A2ACLI_API_KEY=hush-hush\n", "");
    chmodSync(localFile, 0o644);
    const { out, err } = await a2a(["config", "show"], { cwd: project, env: { HOME: home } });
    expect(err).toContain(`chmod 600 ${localFile}`);
    expect(out + err).not.toContain("hush-hush");
  });

  it("A2ACLI_DEFAULT_001 A2ACLI_CLI_001 help lists every default, each with a flag to change it", async () => {
    const { code, out } = await a2a(["help"]);
    expect(code).toBe(0);
    for (const row of [
      /--output FORMAT .*\(default: text\)/,
      /--a2a-version V .*\(default: 1\.0\)/,
      /--transport T .*\(default: the agent's order\)/,
      /--insecure .*\(default: verified\)/,
      /--verbose .*\(default: concise\)/,
      /--timeout T .*\(default: 5m\)/,
      /--poll-interval T .*\(default: 2s\)/,
    ])
      expect(out).toMatch(row);
    const send = (await a2a(["send", "--help"])).out;
    expect(send).toMatch(/--async .*\n/);
    expect(send).toMatch(/--wait .*\(default: send waits\)/);
  });

  it("A2ACLI_CLI_001 prints usage and version, and exits", async () => {
    for (const args of [["--version"], ["-v"]]) expect((await a2aProcess(args)).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await a2aProcess(["help", "task"])).out).toMatch(/^a2a task get ID/);
    expect((await a2aProcess(["task", "get", "-h"])).code).toBe(0);
    expect((await a2aProcess(["card", "get", "--nonsense"])).code).toBe(2);
    expect((await a2aProcess(["config", "edit"])).code).toBe(2);
  });

  it("A2ACLI_SKILL_001 A2ACLI_SKILL_002 ships no skill", async () => {
    const { readdirSync, readFileSync } = await import("node:fs");
    const root = new URL("../", import.meta.url);
    const { files } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { files: string[] };
    expect(files).toEqual(["dist", "src", "!src/**/*.test.ts"]);
    expect(readdirSync(root).filter((name) => /^skills?(\.md)?$/i.test(name))).toEqual([]);
  });
});
