// `kill -9` in mid-stream: the restarted agent resumes, and the client's stream continues without a gap.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@a2a/client";
import { applyEvent, extractText, type Task } from "@a2a/types";
import { AgentProcess } from "./agent-process.ts";

const folder = mkdtempSync(join(tmpdir(), "first-hour-"));
try {
  await using agent = await AgentProcess.start(join(folder, "tasks.db"));
  await using client = await connect(agent.url, { maxRetries: 100, retryDelayMs: 100, maxDelayMs: 100 });
  let task: Task | undefined;
  let chunks = 0;
  let restarted: Promise<void> | undefined;
  for await (const event of client.stream("count")) {
    assert(!("gap" in event), "no event is lost");
    if ("task" in event) task = structuredClone(event.task);
    else if (task && !("message" in event)) applyEvent(task, event);
    if ("artifactUpdate" in event && ++chunks === 4) restarted = agent.kill().then(() => agent.restart());
  }
  assert(restarted, "the agent was killed in the middle of the stream");
  await restarted;
  assert(task);
  assert.equal(task.status.state, "TASK_STATE_COMPLETED");
  const words = (extractText(task) ?? "").split(/\s+/).filter(Boolean);
  assert.equal(words.join(" "), "The quick brown fox jumps over the lazy dog and then it takes a nap");
  const stored = await client.getTask(task.id);
  assert.equal(extractText(stored), extractText(task));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
