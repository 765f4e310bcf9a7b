import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandTable } from "../src/cli/command-table.ts";
import { COMMAND } from "./child.ts";
import { runHere } from "./here.ts";

const execute = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-completion-"));
  const { out } = await runHere(["completion", "bash"]);
  await writeFile(join(folder, "a2a.bash"), out);
  const agents = { tides: "http://a.example", "tide-clerk": "http://b.example", "$(touch pwned)": "http://c.example" };
  const clients = Object.fromEntries(Object.entries(agents).map(([name, url]) => [name, { url }]));
  await writeFile(join(folder, "a2a.config.json"), JSON.stringify({ a2a: { clients } }));
});
afterAll(() => rm(folder, { recursive: true }));

/** What bash offers at the end of each line. */
async function offered(...lines: string[][]): Promise<string[][]> {
  const asked = lines.map(
    (words) =>
      `COMP_WORDS=(a2a ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}; _a2a a2a; echo "\${COMPREPLY[*]}"`,
  );
  const a2a = COMMAND.map((word) => `'${word}'`).join(" ");
  const script = `set -eu; a2a() { ${a2a} "$@"; }; source ./a2a.bash; ${asked.join("; ")}`;
  const { stdout } = await execute("bash", ["-c", script], { cwd: folder });
  return stdout
    .replace(/\n$/, "")
    .split("\n")
    .map((text) => text.split(" "));
}

describe("a2a completion", () => {
  it("A2ACLI_CLI_002 bash loads the script and completes commands, verbs, flags, values and agents", async () => {
    await execute("bash", ["-n", join(folder, "a2a.bash")]);
    const [commands, verbs, flags, values, agents, places, files] = await offered(
      ["co"],
      ["agents", ""],
      ["serve", "--ex"],
      ["send", "-o", ""],
      ["send", "--agent", "ti"],
      ["chat", "tide-"],
      ["listen", "--jwks", ""],
    );
    expect(commands).toEqual(["config", "conformance", "completion"]);
    expect(verbs).toEqual(expect.arrayContaining(["list", "add", "remove", "ping", "--config", "tides"]));
    expect(flags).toEqual(["--exec"]);
    expect(values).toEqual(["text", "json"]);
    expect(agents).toEqual(["tides", "tide-clerk"]);
    expect(places).toEqual(["tide-clerk"]);
    expect(files).toEqual([""]); // left to bash, which knows files
  });

  it.each(["bash", "zsh", "fish", "powershell"])(
    "the script for %s knows every command and hides what is hidden",
    async (shell) => {
      const { code, out } = await runHere(["completion", shell]);
      expect(code).toBe(0);
      for (const [name, { hidden }] of Object.entries(commandTable)) {
        if (!hidden) expect(out).toMatch(new RegExp(`(^|[\\s'":])${name}([\\s'":)]|$)`, "m"));
      }
      expect(out).toContain("__complete agents");
      expect(out).toContain("allow-loopback-webhooks");
    },
  );

  it("lists the supported shells, and never fails during completion", async () => {
    const [none, other] = [await runHere(["completion"]), await runHere(["completion", "tcsh"])];
    expect([none.code, other.code]).toEqual([2, 2]);
    expect(other.err).toContain("; expected bash, zsh, fish or powershell");
    const broken = join(folder, "broken.yaml");
    await writeFile(broken, "a2a: [");
    expect(await runHere(["__complete", "agents"], { A2A_CONFIG: broken })).toEqual({ code: 0, out: "", err: "" });
  });
});
