import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemoServer } from "../src/index.ts";
import { a2a, emptyFolder, field } from "./support/a2a.ts";

let open: Awaited<ReturnType<typeof startDemoServer>>;
let locked: typeof open;
beforeAll(async () => {
  [open, locked] = await Promise.all([startDemoServer(), startDemoServer({ auth: "bearer:s3cret=ann" })]);
});
afterAll(() => Promise.all([open.close({ drainMs: 0 }), locked.close({ drainMs: 0 })]));

/** A folder with a configuration file. */
function configured(text: string): { cwd: string; file: string } {
  const cwd = emptyFolder();
  const file = join(cwd, "a2a.config.yaml");
  writeFileSync(file, text);
  return { cwd, file };
}

describe.concurrent("a mistyped", () => {
  it.each([
    [["sned", "hi"], 'unknown command "sned"; did you mean send?', "a2a help shows the usage"],
    [["frobnicate"], 'unknown command "frobnicate"; a2a help lists the commands', "a2a help shows the usage"],
    [["help", "taks"], 'unknown command "taks"; did you mean task?', "a2a help shows the usage"],
    [["task", "gte", "1"], 'unknown subcommand "gte" of a2a task; did you mean get?', "a2a help task shows the usage"],
    [
      ["agents"],
      "a2a agents needs a subcommand: expected list, add, remove or ping",
      "a2a help agents shows the usage",
    ],
    [["send", "--steam", "hi"], "unknown flag --steam; did you mean --stream?", "a2a help send shows the usage"],
    [["task", "list", "--status", "workin"], "--status workin: did you mean working?", "a2a help task shows the usage"],
    [["task", "get"], "missing argument: expected the id of a task", "a2a help task shows the usage"],
  ])("%j is explained", async (args, message, hint) => {
    const { code, out, err } = await a2a(args, { env: { A2ACLI_AGENT_CARD: open.url } });
    expect([code, out, err]).toEqual([2, "", `Error: A2ACLI_ERR_USAGE\nMessage: ${message}\nHint: ${hint}\n`]);
  });

  it("agent name is explained, however it was given", async () => {
    const { cwd, file } = configured(`a2a: { clients: { weather: { url: "${open.url}" } } }\n`);
    const message = `${file} has no agent named wether; did you mean weather?`;
    for (const args of [
      ["send", "--agent", "wether", "hi"],
      ["send", "wether", "hi there"],
      ["card", "wether"],
      ["agents", "ping", "wether"],
      ["agents", "remove", "wether"],
    ]) {
      const { code, err } = await a2a(args, { cwd });
      expect([args, code, field(err, "Message")]).toEqual([args, 2, message]);
    }
    const none = await a2a(["card", "nowhere"]);
    expect(field(none.err, "Message")).toBe(
      "no agent named nowhere: there is no a2a.config.yaml in this folder or above; for a host, write https://nowhere",
    );
  });
});

describe.concurrent("an agent as an argument", () => {
  it("is accepted by send and task, as a URL and as a name", async () => {
    const { cwd } = configured(`a2a: { clients: { probe: { url: "${open.url}", versions: ["1.0"] } } }\n`);
    const sent = await a2a(["send", open.url, "to a URL"]);
    expect(sent.out).toContain("to a URL");
    expect((await a2a(["send", "probe", "to", "a name"], { cwd })).out).toContain("to a name");
    const id = field(sent.out, "Task");
    expect(field((await a2a(["task", "get", id, open.url])).out, "Task")).toBe(id);
    expect((await a2a(["task", "list", "probe"], { cwd })).out).toContain(id);
    const extra = await a2a(["task", "get", id, open.url, "more"]);
    expect(field(extra.err, "Message")).toBe(
      "unexpected argument more: the command takes the id of a task, then at most one agent",
    );
  });

  it("is not read as an agent when a flag or a setting names one", async () => {
    expect((await a2a(["send", "-a", open.url, "probe", "me"])).out).toContain("probe me");
    const env = { A2ACLI_AGENT_CARD: open.url };
    expect((await a2a(["send", "probe", "me"], { env })).out).toContain("probe me");
  });
});

describe.concurrent("a message on stdin", () => {
  it("is sent when there is no other, or for -", async () => {
    const { cwd } = configured(`a2a: { clients: { probe: { url: "${open.url}" } } }\n`);
    for (const args of [
      ["send", open.url],
      ["send", "-a", open.url, "-"],
      ["send", open.url, "-"],
      ["send", "probe"],
    ]) {
      const { code, out } = await a2a(args, { input: "two\nlines\n", cwd });
      expect([code, out]).toEqual([0, expect.stringContaining("Text:\n  two\n  lines\n\n")]);
    }
    const nothing = await a2a(["send", open.url]);
    expect([nothing.code, field(nothing.err, "Message")]).toEqual([
      2,
      "nothing to send: give a text, --text, --file or --data, or pipe the text in",
    ]);
  });
});

describe.concurrent("credentials", () => {
  it("are reported as missing or as wrong", async () => {
    const [missing, wrong, other] = await Promise.all([
      a2a(["send", locked.url, "hi"]),
      a2a(["send", locked.url, "hi"], { env: { A2ACLI_BEARER: "guess" } }),
      a2a(["send", locked.url, "hi", "--quiet"], { env: { A2ACLI_API_KEY: "guess" } }),
    ]);
    expect([missing.code, missing.err]).toEqual([
      4,
      "Error: A2ACLI_ERR_CREDENTIALS_MISSING\nMessage: the agent requires credentials, and none were given\nHint: set A2ACLI_BEARER\n",
    ]);
    expect([wrong.code, wrong.err]).toEqual([
      4,
      "Error: A2ACLI_ERR_AUTH_FAILED\nMessage: the agent rejected the credentials: The credentials are not valid\nHint: check them: they may be wrong or expired; to change them, set A2ACLI_BEARER\n",
    ]);
    expect([other.code, other.err]).toEqual([
      4,
      "Error: A2ACLI_ERR_CREDENTIALS_MISSING\nMessage: the agent requires credentials, and its card declares no security scheme for the ones given\nHint: set A2ACLI_BEARER\n",
    ]);
  });

  it("are stored by agents add, in a file that only its owner can read", async () => {
    const cwd = emptyFolder();
    const file = join(cwd, "a2a.config.yaml");
    const secret = `k$${"{3}y"}`; // looks like a variable
    const mode = () => statSync(file).mode & 0o777;
    await a2a(["agents", "add", "open", "https://open.example"], { cwd });
    expect(mode()).toBe(0o644);
    await a2a(["agents", "add", "keyed", "https://keyed.example", "--api-key", secret], { cwd });
    expect([mode(), readFileSync(file, "utf8")]).toEqual([
      0o600,
      expect.stringContaining(`auth:\n        type: apiKey\n        key: ${secret.replace("$", "$$$$")}\n`),
    ]);
    await a2a(["agents", "add", "later", "https://later.example", "--api-key-env", "LATER_KEY"], { cwd });
    expect(mode()).toBe(0o600);
    chmodSync(file, 0o640);
    await a2a(["agents", "remove", "later"], { cwd });
    expect(mode()).toBe(0o640);
    const listed = await a2a(["agents", "list"], { cwd });
    expect(listed.out).toMatch(/^keyed {2}https:\/\/keyed\.example\/ {2}apiKey /m);
    expect(listed.out).not.toContain("k$");
    const both = await a2a(["agents", "add", "x", "https://x.example", "--api-key", "k", "--bearer", "t"], { cwd });
    expect(field(both.err, "Message")).toBe("an agent has one kind of credentials: give a bearer token or an API key");
  });
});

describe.concurrent("an unset variable", () => {
  it("makes one agent unusable, and the others work", async () => {
    const { cwd, file } = configured(
      `a2a:\n  clients:\n    probe: { url: "${open.url}" }\n    desk: { url: "\${DESK_URL}" }\n`,
    );
    const problem = `${file}:4:13: a2a.clients.desk.url: environment variable DESK_URL is not set: set it, or give a default after :-`;
    const sent = await a2a(["send", "--agent", "probe", "hi"], { cwd });
    expect([sent.code, sent.err]).toEqual([0, ""]);
    const listed = await a2a(["agents", "list"], { cwd });
    expect([listed.code, listed.err]).toEqual([0, `Warning: desk cannot be used: ${problem}\n`]);
    expect(listed.out).toBe(
      [
        "AGENT  URL                        CREDENTIALS  VERSIONS  TIMEOUT",
        `probe  ${`${open.url}/`.padEnd(25)}  none         all       300s`,
        "desk   unusable, see the warning",
        "",
      ].join("\n"),
    );
    const desk = await a2a(["send", "desk", "hi"], { cwd });
    expect([desk.code, desk.err]).toEqual([2, `Error: A2ACLI_ERR_USAGE\nMessage: ${problem}\n`]);
  });
});

describe.concurrent("the agent of the configuration's server section", () => {
  it("S4-33 is the default of card, skills and send", async () => {
    const { port } = new URL(open.url);
    const { cwd } = configured(`a2a: { enabled: true, server: { port: ${port} } }\n`);
    const [card, skills, sent] = await Promise.all([
      a2a(["card"], { cwd }),
      a2a(["skills"], { cwd }),
      a2a(["send", "hello"], { cwd }),
    ]);
    expect([card.code, field(card.out, "Name")]).toEqual([0, "Probe"]);
    expect(skills.out).toMatch(/^SKILL .*\nprobe /);
    expect(sent.out).toContain("hello");
  });

  it("S4-33 is reported as not running, with the command to start it", async () => {
    const { cwd } = configured("a2a: { enabled: true, server: { port: 9, bindAddress: 0.0.0.0 } }\n");
    const { code, err } = await a2a(["card"], { cwd });
    expect([code, err]).toEqual([
      3,
      "Error: A2ACLI_ERR_UNREACHABLE\nMessage: the agent of the configuration file is not running at http://127.0.0.1:9\nHint: start it with a2a serve, or name another agent\n",
    ]);
    const none = await a2a(["card"]);
    expect(field(none.err, "Message")).toBe(
      "no agent given: name one as an argument, with --agent-card URL or --agent NAME, or set A2ACLI_AGENT_CARD",
    );
  });
});

it("no failure prints a stack trace", async () => {
  const nonsense = ["", "-", "--", "\u0000", "{}", "[]", "undefined", "null", "%", "__proto__", "constructor"];
  const commands = [
    "send",
    "card",
    "skills",
    "task",
    "agents",
    "auth",
    "bridge",
    "config",
    "completion",
    "conformance",
  ];
  const runs = await Promise.all(
    commands
      .flatMap((command) => nonsense.slice(0, 11).map((word) => [command, word.replace("\u0000", "\u0001")]))
      .map((args) => a2a(args)),
  );
  for (const { err, out } of runs) {
    expect(err + out).not.toMatch(
      /Cannot read properties|is not a function|is not iterable|undefined is|\bat .+:\d+:\d+/,
    );
  }
});
