import type { TaskEngine } from "@a2a/server";
import { agentMessage, createMessage, type Message } from "@a2a/types";

const scope = { tenant: "", owner: "anonymous" };

/** A task as a send would leave it, without the way through HTTP: finished, or after so many questions and answers. */
export async function storeTask(engine: TaskEngine, n: number, turns: number): Promise<string> {
  if (turns === 0) return await turn(engine, { ...createMessage("hello there"), messageId: `stored-${n}` }, "finish");
  let taskId: string | undefined;
  for (let done = 0; done < turns; done++) {
    const message = { ...createMessage("ask"), messageId: `stored-${n}-${done}`, ...(taskId && { taskId }) };
    taskId = await turn(engine, message, "ask");
  }
  return taskId ?? "";
}

async function turn(engine: TaskEngine, message: Message, end: "finish" | "ask"): Promise<string> {
  const begun = await engine.begin({ scope, message, fingerprint: "", version: "1.0", call: {} });
  if (begun.kind !== "run") throw new Error(`${message.messageId} exists already`);
  const { lease } = begun;
  const { taskId, contextId } = lease;
  const ids = { taskId, contextId };
  if (end === "ask") {
    const status = { state: "TASK_STATE_INPUT_REQUIRED" as const, message: agentMessage("And now?", ids) };
    await lease.append([{ statusUpdate: { ...ids, status } }]);
  } else {
    await lease.append([
      { artifactUpdate: { ...ids, artifact: { artifactId: "echo", parts: [{ text: "hello there" }] } } },
      { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } },
    ]);
  }
  await lease.release();
  return taskId;
}
