import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../src/cli/open-browser.ts";
import { Child } from "./child.ts";
import { runHere } from "./here.ts";

describe("a2a inspect", () => {
  it("prints a link that opens a session with the agent named, and exits with 0 on SIGTERM", async () => {
    await using child = new Child(["inspect", "http://127.0.0.1:9", "--bearer", "top-secret"]);
    const { origin, hash } = new URL(await child.address());
    const session = await fetch(`${origin}/api/session`, {
      method: "POST",
      headers: { Origin: origin, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" },
      body: JSON.stringify({ token: new URLSearchParams(hash.slice(1)).get("token") }),
    });
    const state = await session.text();
    expect(JSON.parse(state)).toMatchObject({ agent: "http://127.0.0.1:9", anyAddress: true, conformance: true });
    expect(state).not.toContain("top-secret");
    expect((await fetch(`${origin}/api/state`)).status).toBe(403);
    child.kill("SIGTERM");
    expect(await child.ended()).toMatchObject({ code: 0, err: "" });
  });

  it("refuses a card file, a port out of range, and an unknown value of --inspector", async () => {
    const file = await runHere(["inspect", "./card.json"]);
    expect([file.code, file.err]).toEqual([2, expect.stringContaining("expected the URL of a running agent")]);
    expect((await runHere(["inspect", "--port", "70000"])).err).toContain("--port 70000: expected a number");
    const served = await runHere(["demo-server", "--inspector", "maybe"]);
    expect(served.err).toContain("--inspector maybe: expected on or off");
  });
});

describe("the browser", () => {
  const url = "http://127.0.0.1:4200/#token=s3cr3t</script>";
  const io = (env: Readonly<Record<string, string>>, isTerminal: boolean) => ({
    stdin: (async function* () {})(),
    out() {},
    err() {},
    env,
    signal: new AbortController().signal,
    watched: isTerminal,
    typed: isTerminal,
  });

  it("opens a private file that leads to the page, so that no argument holds its secret", async () => {
    const folder = mkdtempSync(join(tmpdir(), "a2a-browser-"));
    try {
      const browser = join(folder, "browser");
      writeFileSync(browser, `#!/bin/sh\necho "$@" > ${folder}/args.part && mv ${folder}/args.part ${folder}/args\n`);
      chmodSync(browser, 0o755);
      const opened = await openBrowser(url, io({ BROWSER: browser }, true));
      await expect.poll(() => existsSync(join(folder, "args"))).toBe(true);
      const page = readFileSync(join(folder, "args"), "utf8").trim();
      expect(page).not.toContain("s3cr3t");
      expect(readFileSync(page, "utf8")).toContain(
        String.raw`location.replace("http://127.0.0.1:4200/#token=s3cr3t\u003c/script>")`,
      );
      await opened[Symbol.asyncDispose]();
      expect(existsSync(page)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("stays closed without a terminal and over SSH, and nothing happens where there is none", async () => {
    const folder = mkdtempSync(join(tmpdir(), "a2a-browser-"));
    try {
      const missing = join(folder, "missing");
      for (const without of [io({ BROWSER: missing }, false), io({ BROWSER: missing, SSH_CONNECTION: "x" }, true)]) {
        await (await openBrowser(url, without))[Symbol.asyncDispose]();
      }
      await (await openBrowser(url, io({ BROWSER: missing }, true)))[Symbol.asyncDispose]();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
