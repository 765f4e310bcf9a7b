import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentClient, connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { createMessage, silentLogger, statusText, type Task } from "@a2a/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExecAgentOptions, execAgent } from "../src/serve/exec-agent.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-exec-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Serves a command and calls it. */
async function calling<T>(
  command: string,
  options: ExecAgentOptions & { maxTurnMs?: number },
  work: (agent: AgentClient) => Promise<T>,
): Promise<T> {
  const { maxTurnMs = 60_000, ...rest } = options;
  const executor = execAgent(`cd ${folder}; ${command}`, rest);
  const server = await serve({
    card: { name: "Shell" },
    executor,
    store: "memory",
    logger: silentLogger,
    turns: { timeoutMs: maxTurnMs },
  });
  try {
    return await work(await connect(server.url));
  } finally {
    await server.close({ drainMs: 0 });
  }
}

async function sent(agent: AgentClient): Promise<Task> {
  const answer = await agent.send(createMessage("go"));
  if (!("task" in answer)) throw new Error("expected a task");
  return answer.task;
}

describe("a shell command as an agent", () => {
  it("receives the message on stdin, and streams its output", async () => {
    const text = '$(touch pwned); "quoted" \u00fcml\u00e4ut';
    const [chunks, id] = await calling("echo first; cat; echo; echo $A2A_TASK_ID", {}, async (agent) => {
      const seen: string[] = [];
      let taskId = "";
      for await (const event of agent.stream(text)) {
        if ("task" in event) taskId = event.task.id;
        if (!("artifactUpdate" in event)) continue;
        for (const part of event.artifactUpdate.artifact.parts) if ("text" in part) seen.push(part.text);
      }
      return [seen, taskId] as const;
    });
    expect(chunks.join("")).toBe(`first\n${text}\n${id}\n`);
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });

  it("fails the task when it fails, and reveals stderr to callers only when configured", async () => {
    const command = "echo secret path >&2; printf 'at\\033[31m line 3\\n' >&2; exit 3";
    const told: string[] = [];
    const task = await calling(command, { onStderr: (text) => told.push(text) }, sent);
    expect([task.status.state, statusText(task)]).toEqual(["TASK_STATE_FAILED", "the command ended with status 3"]);
    expect(told.join("")).toContain("secret path");
    expect(statusText(await calling(command, { tellStderr: true }, sent))).toBe(
      "the command ended with status 3: at\\u{1b}[31m line 3",
    );
    expect(statusText(await calling("kill -9 $$", {}, sent))).toBe("the command was stopped by SIGKILL");
  });

  it("is killed with its child processes when the task is canceled", async () => {
    // One of them does not want to go, and holds no output by which that would be noticed.
    const deaf = "(trap '' TERM; exec sleep 60 >/dev/null 2>&1) & echo $! >> pids";
    const state = await calling(
      `echo $$ > pids; ${deaf}; sleep 60 & echo $! >> pids; echo started; wait`,
      {},
      async (agent) => {
        let canceled: Task | undefined;
        for await (const event of agent.stream("go")) {
          if ("artifactUpdate" in event) canceled = await agent.cancelTask(event.artifactUpdate.taskId);
        }
        return canceled?.status.state;
      },
    );
    expect(state).toBe("TASK_STATE_CANCELED");
    const pids = (await readFile(join(folder, "pids"), "utf8")).trim().split("\n");
    expect(pids).toHaveLength(3);
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });

  it("has limits for output and time", async () => {
    const flooded = await calling("yes", { maxOutputBytes: 1000 }, sent);
    expect(statusText(flooded)).toBe("the command printed more than 1000 bytes");
    const late = await calling("sleep 60", { maxTurnMs: 100 }, sent);
    expect([late.status.state, statusText(late)]).toEqual([
      "TASK_STATE_FAILED",
      expect.stringContaining("longer than"),
    ]);
  });

  it("limits concurrency; queued tasks can be canceled", async () => {
    await calling("mkdir lock && sleep 0.05 && rmdir lock", { maxRunning: 1 }, async (agent) => {
      const tasks = await Promise.all(Array.from({ length: 3 }, () => sent(agent)));
      expect(tasks.map(({ status }) => status.state)).toEqual(Array(3).fill("TASK_STATE_COMPLETED"));
    });
    await calling("sleep 60", { maxRunning: 1 }, async (agent) => {
      const configuration = { returnImmediately: true };
      const started = [];
      for (let n = 0; n < 2; n++) started.push(await agent.send(createMessage("go"), { configuration }));
      const ids = started.map((answer) => ("task" in answer ? answer.task.id : ""));
      for (const id of ids.toReversed()) {
        expect((await agent.cancelTask(id)).status.state).toBe("TASK_STATE_CANCELED");
      }
    });
  });
});

/** Whether a process runs; one that has ended and waits to be forgotten does not. */
function isRunning(pid: string): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
