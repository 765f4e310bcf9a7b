import {
  type AgentExecutor,
  agentMessage,
  artifact,
  ask,
  fail,
  type JsonObject,
  reject,
  requireAuth,
  status,
  textOf,
} from "@a2a/types";
import type { RunningAgent, ServeOptions } from "../../src/node.ts";
import { serveAgent } from "./agent.ts";
import type { CallResult } from "./bindings.ts";

/** An agent that executes the command in a message's text and echoes other texts. */
export const scripted: AgentExecutor = async function* (turn) {
  const { message, task, signal } = turn;
  const text = textOf(message);
  if ((task.history?.length ?? 0) > 1) yield `answer: ${text}`;
  else if (text === "ask") yield ask("which?");
  else if (text === "auth") yield requireAuth("sign in at the desk");
  else if (text === "reject") yield reject("no");
  else if (text === "fail") yield fail("broken");
  else if (text === "throw") throw new Error("secret in an exception");
  else if (text === "message") return agentMessage("pong");
  else if (text === "null") yield artifact({ artifactId: "n", parts: [{ data: null }] });
  else if (text === "turn") yield { data: aboutTurn(turn) };
  else if (text === "hang") {
    yield status("TASK_STATE_WORKING");
    await aborted(signal);
    signal.throwIfAborted();
  } else if (text === "why") {
    yield status("TASK_STATE_WORKING");
    await aborted(signal);
    yield status("TASK_STATE_CANCELED", String((signal.reason as { metadata?: JsonObject }).metadata?.why));
  } else yield text;
};

/** The context of a turn, as data. */
function aboutTurn({ context, acceptedOutputModes, message, extensions, tenant, caller, version, binding }: Turn) {
  return {
    context: context.map((earlier) => textOf(earlier)),
    acceptedOutputModes: [...acceptedOutputModes],
    referenceTaskIds: message.referenceTaskIds ?? [],
    extensions: [...extensions],
    tenant,
    caller: caller.subject,
    version,
    binding,
  };
}
type Turn = Parameters<AgentExecutor>[0];

/** Resolves when a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** The scripted agent on a free port. */
export function start(options: Partial<ServeOptions> = {}): Promise<RunningAgent> {
  return serveAgent(scripted, options);
}

/** The task in the answer to a send. */
export function taskIn(result: CallResult): JsonObject & {
  id: string;
  contextId: string;
  status: JsonObject & { state: string };
} {
  return result.output?.task as ReturnType<typeof taskIn>;
}

/** The reason of a rejection. */
export function reason(result: CallResult): string | undefined {
  return result.error?.reason;
}

/** The data in the first part of the first artifact. */
export function dataIn(result: CallResult): JsonObject {
  const [artifact] = (taskIn(result).artifacts ?? []) as unknown as { parts: { data: JsonObject }[] }[];
  return artifact?.parts[0]?.data ?? {};
}

/** A gate that an agent awaits and the test opens. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
