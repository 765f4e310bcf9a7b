import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { isTerminal, type Part, type Task, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { createSqliteEngine } from "../src/engine/sqlite/sqlite-engine.ts";
import { temporaryFolder } from "./sqlite-harness.ts";

const WORDS = Array.from({ length: 10 }, (_, n) => `w${n};`);

/** A program around an executor. Its `work` takes until the next byte on standard input, so that it can be killed in the middle. */
function program(executor: string, recovery = "resume"): string {
  return `
    import { serve } from "@a2a/server/node";
    import { save, status } from "@a2a/types";
    const waiting = [];
    let done = 0;
    process.stdin.on("data", (bytes) => {
      done += bytes.length;
      while (done > 0 && waiting.length > 0) {
        done -= 1;
        waiting.shift()();
      }
    });
    const work = async () => {
      if (done > 0) done -= 1;
      else await new Promise((resolve) => waiting.push(resolve));
    };
    const executor = ${executor};
    const agent = await serve({ card: { name: "Words" }, turns: { recovery: "${recovery}" }, executor });
    console.log(agent.url);
  `;
}

/** The TypeScript program in a document that contains a text. */
function documented(file: string, contains: string): string {
  const document = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  const blocks = [...document.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  const found = blocks.find((code) => code.includes(contains));
  if (found === undefined) throw new Error(`${file} has no program with "${contains}"`);
  return found;
}

describe.concurrent("a turn that is killed twice and resumes keeps its text", () => {
  it.each([
    [
      "counts in the task",
      `async function* ({ task }) {
        const done = (task.artifacts?.[0]?.parts[0]?.text ?? "").split(";").length - 1;
        for (let n = done; n < 10; n++) { await work(); yield \`w\${n};\`; }
      }`,
    ],
    [
      "saves after each chunk",
      `async function* ({ checkpoint }) {
        for (let n = checkpoint ?? 0; n < 10; n++) { await work(); yield \`w\${n};\`; yield save(n + 1); }
      }`,
    ],
    [
      "sets a status first",
      `async function* ({ output, attempt }) {
        yield status("TASK_STATE_WORKING", \`attempt \${attempt}\`);
        for (let n = output.count; n < 10; n++) { await work(); yield \`w\${n};\`; }
      }`,
    ],
    [
      "yields the rest of a text",
      `async function* ({ output }) {
        const whole = Array.from({ length: 10 }, (_, n) => \`w\${n};\`).join("");
        for (let at = output.text.length; at < whole.length; at += 3) { await work(); yield whole.slice(at, at + 3); }
      }`,
    ],
  ])("when it %s", async (_, executor) => {
    const { task } = await runKilled(
      program(executor),
      [3, 7].map((words) => WORDS.slice(0, words).join("").length),
    );
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(task.artifacts).toEqual([expect.objectContaining({ parts: [{ text: WORDS.join("") }] })]);
  });

  it("when it yields parts", async () => {
    const executor = `async function* ({ output }) {
      for (let n = output.parts.length; n < 10; n++) { await work(); yield { text: \`w\${n};\`, metadata: { n } }; }
    }`;
    const { task } = await runKilled(program(executor), [9, 21]);
    expect(task.artifacts?.[0]?.parts).toEqual(WORDS.map((word, n) => ({ text: word, metadata: { n } })));
  });
});

it.concurrent("a turn that is killed twice and starts over replaces its text with one event each time", async () => {
  const executor = `async function* ({ output, attempt }) {
    for (let n = output.count; n < 10; n++) { await work(); yield \`w\${n};\`; }
  }`;
  const { task, updates } = await runKilled(program(executor, "retry"), [9, 21]);
  expect(task.artifacts).toEqual([expect.objectContaining({ parts: [{ text: WORDS.join("") }] })]);
  const begins = updates.filter(({ append }) => !append);
  expect(begins.map(({ parts }) => parts)).toEqual([[{ text: "w0;" }], [{ text: "w0;" }], [{ text: "w0;" }]]);
});

describe.concurrent("the programs of the documents", () => {
  const findings = Array.from({ length: 10 }, (_, n) => `Finding ${n + 1}. `).join("");

  it.each([
    ["docs/durability.md", "output.count"],
    ["packages/postgres/README.md", "output.count"],
  ])("%s: has every finding once after two kills", async (file, contains) => {
    const code = documented(file, contains).replace(/store: "sqlite:[^"]*",/, "");
    const { task } = await runKilled(code, [20, 60]);
    expect(textOf(task.artifacts?.[0]?.parts ?? [])).toBe(findings);
  });

  it("docs/durability.md: names every address once after two kills, and mails each of them", async () => {
    const mailed: string[] = [];
    const server = createServer((request, response) => {
      void text(request).then((mail) => {
        mailed.push(mail);
        setTimeout(() => response.end(), 60);
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // a TCP server has one
    const code = `${documented("docs/durability.md", "mail.example").replace("https://mail.example", `http://127.0.0.1:${port}`)}
      import { serve } from "@a2a/server/node";
      const agent = await serve({ card: { name: "Mailer" }, turns: { recovery: "resume" }, executor: mailer });
      console.log(agent.url);
    `;
    const addresses = ["ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal"].map((name) => `${name}@a.example`);
    const { task } = await runKilled(code, [26, 65], addresses.join(","));
    expect(textOf(task.artifacts?.[0]?.parts ?? [])).toBe(addresses.map((address) => `${address} `).join(""));
    expect([...new Set(mailed)]).toEqual(addresses);
    server.close();
    server.closeAllConnections();
  });
});

/** What the task and its log hold in the end. */
interface Ran {
  readonly task: Task;
  readonly updates: readonly { readonly append: boolean; readonly parts: readonly Part[] }[];
}

/** Runs a program on one database. Kills it whenever the task has so many characters of text, and starts it again. */
async function runKilled(code: string, killAt: readonly number[], message = "go"): Promise<Ran> {
  using folder = temporaryFolder();
  const path = join(folder.path, "tasks.db");
  let agent = await start(code, path);
  try {
    const parts = [{ text: message }];
    const configuration = { returnImmediately: true };
    const sent = { message: { messageId: "m1", role: "ROLE_USER", parts }, configuration };
    const { id } = (await call<{ task: Task }>(agent.url, "SendMessage", sent)).task;
    for (const length of killAt) {
      await until(agent, id, (task) => textIn(task).length >= length);
      await kill(agent.process);
      agent = await start(code, path);
    }
    const task = await until(agent, id, ({ status }) => isTerminal(status.state));
    await kill(agent.process);
    return { task, updates: await updatesOf(path, id) };
  } finally {
    await kill(agent.process);
  }
}

interface Started {
  readonly process: ChildProcess;
  readonly url: string;
}

async function start(code: string, path: string): Promise<Started> {
  const flags = ["--conditions=@a2a/source", "--no-warnings", "--input-type=module-typescript"];
  const child = spawn(process.execPath, [...flags, "--eval", code], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    env: { ...process.env, A2A_STORE: `sqlite:${path}` },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => undefined);
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { process: child, url };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

async function call<Result>(url: string, method: string, params: object): Promise<Result> {
  const response = await fetch(`${url}/a2a`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } };
  if (error) throw new Error(error.message);
  return result;
}

/** Waits for a state of the task. Its agent may do the next piece of work whenever its text has changed. */
async function until(agent: Started, id: string, holds: (task: Task) => boolean): Promise<Task> {
  let seen: string | undefined;
  for (;;) {
    const task = await call<Task>(agent.url, "GetTask", { id });
    if (holds(task)) return task;
    if (isTerminal(task.status.state)) throw new Error(`the task ended as ${JSON.stringify(task)}`);
    const text = textIn(task);
    if (text !== seen) agent.process.stdin?.write(".");
    seen = text;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function textIn({ artifacts = [] }: Task): string {
  return artifacts.map((artifact) => textOf(artifact)).join("");
}

async function updatesOf(path: string, id: string): Promise<Ran["updates"]> {
  const engine = createSqliteEngine({ path });
  const updates = [];
  for await (const entries of engine.subscribe({ tenant: "", owner: "anonymous" }, id)) {
    for (const { event } of entries) {
      if (!("artifactUpdate" in event)) continue;
      const { append = false, artifact } = event.artifactUpdate;
      updates.push({ append, parts: artifact.parts });
    }
  }
  await engine.close();
  return updates;
}
