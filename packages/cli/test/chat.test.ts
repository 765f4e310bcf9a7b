import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemoServer } from "../src/index.ts";
import { COMMAND, runChild } from "./child.ts";

let server: Awaited<ReturnType<typeof startDemoServer>>;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server.close({ drainMs: 0 }));

/** The command in a terminal of its own, which `script` of bsdutils makes. */
class Terminal implements AsyncDisposable {
  readonly #process;
  readonly #closed: Promise<unknown>;
  #seen = "";
  #at = 0;

  constructor(args: readonly string[]) {
    const command = [...COMMAND, ...args].map((word) => `'${word}'`).join(" ");
    const env = { ...process.env, TERM: "dumb", SHELL: "/bin/sh" };
    this.#process = spawn("script", ["-qefc", command, "/dev/null"], { env });
    this.#process.stdout.on("data", (chunk) => {
      this.#seen += String(chunk);
    });
    this.#closed = once(this.#process, "close");
  }

  get seen(): string {
    return this.#seen;
  }

  /** Waits until the text is shown, behind what was waited for before. */
  async shows(text: string): Promise<void> {
    for (;;) {
      const found = this.#seen.indexOf(text, this.#at);
      if (found >= 0) {
        this.#at = found + text.length;
        return;
      }
      const more = once(this.#process.stdout, "data").then(() => true);
      if (!(await Promise.race([more, this.#closed.then(() => false)])))
        throw new Error(`never shown: ${text}\n${this.#seen}`);
    }
  }

  type(text: string): void {
    this.#process.stdin.write(text);
  }

  async ended(): Promise<number | null> {
    await this.#closed;
    return this.#process.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#closed;
  }
}

describe("a2a chat", () => {
  it("A2ACLI_CHAT_001 streams answers, relays questions and their answers, and strips control sequences", async () => {
    await using terminal = new Terminal(["chat", server.url]);
    await terminal.shows("Probe, protocol version 1.0 over JSONRPC. /help lists the commands.");
    await terminal.shows("> ");
    terminal.type("chunks:3x1\r");
    await terminal.shows("#0#1#2");
    await terminal.shows("> ");
    terminal.type("ask:Which one?\r");
    await terminal.shows("Which one?\r\n");
    await terminal.shows("answer> ");
    terminal.type("blue\r");
    await terminal.shows("answer: blue");
    await terminal.shows("> ");
    terminal.type("fail:no tide\r");
    await terminal.shows("no tide\r\n(failed)");
    await terminal.shows("> ");
    terminal.type('data:{"k":"\\u001b[2J\\u202e"}\r');
    await terminal.shows('"k"');
    await terminal.shows("> ");
    expect(terminal.seen).not.toContain("\u001b[2J");
    expect(terminal.seen).not.toContain("\u202e");
    terminal.type("/quit\r");
    expect(await terminal.ended()).toBe(0);
  });

  it("Ctrl-C cancels the turn, and twice in a row exits", async () => {
    await using terminal = new Terminal(["chat", server.url]);
    await terminal.shows("> ");
    terminal.type("hang:60000\r");
    // Once the agent has the task, it can be canceled there.
    const working = () =>
      fetch(`${server.url}/a2a/tasks?status=TASK_STATE_WORKING`, { headers: { "A2A-Version": "1.0" } });
    await expect.poll(async () => (await working()).text()).toContain("hang:60000");
    terminal.type("\u0003");
    await terminal.shows("(canceled");
    await terminal.shows("> ");
    terminal.type("still there\r");
    await terminal.shows("still there\r\n");
    await terminal.shows("> ");
    terminal.type("\u0003");
    await terminal.shows("(press Ctrl-C again to leave)");
    terminal.type("\u0003");
    expect(await terminal.ended()).toBe(130);
  });

  it("needs a terminal", async () => {
    const { code, err } = await runChild(["chat", server.url]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("a2a chat needs a terminal; use a2a send in scripts and pipes"),
    ]);
  });
});
