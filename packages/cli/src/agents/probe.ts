import {
  type AgentExecutor,
  type AgentTurn,
  type AgentYield,
  agentMessage,
  artifact,
  ask,
  fail,
  type JsonObject,
  type JsonValue,
  type Message,
  pause,
  reject,
  requireAuth,
  status,
  textOf,
} from "@a2a/types";

// biome-ignore lint/suspicious/noConfusingVoidType: a generator that returns nothing has the return type void.
type Steps = AsyncGenerator<AgentYield, Message | void, void>;
type Command = (argument: string, turn: AgentTurn) => Steps;

/** Obeys the first text of a message, so that every behavior of an agent can be seen and tested. */
export const probe: AgentExecutor = async function* (turn) {
  const asked = turn.task.history?.find((message) => message.role === "ROLE_USER");
  // Any answer to a question completes the task.
  if (asked && asked.messageId !== turn.message.messageId && isQuestion(textOf(asked))) {
    yield artifact({ name: "answer", parts: [{ text: `answer: ${textOf(turn.message)}` }] });
    return undefined;
  }
  const text = firstText(turn.message);
  const colon = text.indexOf(":");
  const name = colon < 0 ? text : text.slice(0, colon);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || (colon < 0 && name !== "whoami")) {
    yield artifact({ name: "echo", parts: [{ text }] });
    return undefined;
  }
  return yield* command(text.slice(colon + 1), turn);
};

const commands: Record<string, Command> = {
  /** `chunks:NxMS`: N parts of one artifact, MS milliseconds apart. */
  async *chunks(argument, { signal }) {
    const [count = 0, everyMs = 0] = numbers(argument);
    for (let n = 0; n < count; n++) {
      if (n > 0 && everyMs > 0) await pause(everyMs, signal);
      const last = n === count - 1;
      yield artifact(
        { artifactId: "chunks", parts: [{ text: `#${n}` }] },
        { ...(n > 0 && { append: true }), ...(last && { lastChunk: true }) },
      );
    }
  },
  /** `flood:NxS`: N chunks of S bytes, as fast as the reader reads them. */
  async *flood(argument) {
    const [count = 0, size = 0] = numbers(argument);
    const text = "x".repeat(size);
    for (let n = 0; n < count; n++) {
      yield artifact({ artifactId: "flood", parts: [{ text }] }, n > 0 ? { append: true } : {});
    }
  },
  /** `hang:MS`: works so long, and stops when canceled. */
  async *hang(argument, { signal }) {
    yield status("TASK_STATE_WORKING");
    await pause(Number(argument), signal);
  },
  /** `deaf:MS`: the same, but ignores cancellation. */
  async *deaf(argument) {
    yield status("TASK_STATE_WORKING");
    await pause(Number(argument));
  },
  async *ask(question) {
    yield ask(question);
  },
  async *auth(message) {
    yield requireAuth(message);
  },
  async *fail(reason) {
    yield fail(reason);
  },
  // biome-ignore lint/correctness/useYield: it throws before it could.
  async *throw(text) {
    throw new Error(text);
  },
  async *reject(reason) {
    yield reject(reason);
  },
  // biome-ignore lint/correctness/useYield: it answers without a task.
  async *message(text) {
    return agentMessage(text);
  },
  /** `file:NAME:SIZE`: an artifact of so many bytes. */
  async *file(argument) {
    const [filename = "file", size = "0"] = argument.split(":");
    const raw = Buffer.alloc(Math.min(Number(size) || 0, 8 * 1024 * 1024), "a").toString("base64");
    yield artifact({ name: filename, parts: [{ raw, filename, mediaType: "application/octet-stream" }] });
  },
  async *url(url) {
    yield artifact({ name: "link", parts: [{ url }] });
  },
  async *data(json) {
    yield artifact({ name: "data", parts: [{ data: JSON.parse(json) as JsonValue }] });
  },
  /** `late:N`: yields N events after its end. */
  async *late(argument) {
    yield status("TASK_STATE_COMPLETED");
    for (let n = 0; n < Number(argument); n++) yield `late ${n}`;
  },
  async *whoami(_, { caller, tenant, version, binding, extensions }) {
    const data: JsonObject = { subject: caller.subject, tenant, version, binding, extensions: [...extensions] };
    yield artifact({ name: "whoami", parts: [{ data }] });
  },
};

function isQuestion(text: string): boolean {
  return text.startsWith("ask:") || text.startsWith("auth:");
}

function firstText(message: Message): string {
  for (const part of message.parts) if ("text" in part) return part.text;
  return "";
}

/** `NxM` as two numbers. */
function numbers(argument: string): number[] {
  return argument.split("x").map((text) => Math.max(0, Number(text) || 0));
}
