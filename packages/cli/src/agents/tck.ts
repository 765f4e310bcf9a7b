import {
  type AgentExecutor,
  type AgentTurn,
  type AgentYield,
  agentMessage,
  artifact,
  ask,
  type Message,
  type Part,
  pause,
  reject,
  requireAuth,
  status,
  textOf,
} from "@a2a/types";

// biome-ignore lint/suspicious/noConfusingVoidType: a generator that returns nothing has the return type void.
type Steps = AsyncGenerator<AgentYield, Message | void, void>;

const outputFile: Part = {
  raw: Buffer.from("output").toString("base64"),
  filename: "output.txt",
  mediaType: "text/plain",
};

/**
 * Behaves as the public compatibility kits expect, by the prefix of the message's id (TCK), or of the text that began the task (ACTS); the
 * first prefix that fits counts.
 */
export const tck: AgentExecutor = async function* (turn) {
  const { task, message } = turn;
  const text = textOf(task.history?.[0] ?? message);
  // A gateway that keeps its callers apart puts an id of the caller and a period before that of the message.
  const ownId = message.messageId.slice(message.messageId.indexOf(".") + 1);
  const wish = text.startsWith("tck-") ? text : ownId;
  if (turn.version !== "1.0" && !wish.startsWith("tck-")) return yield* greetSlowly(turn);
  const [, behave] = behaviors.find(([prefix]) => wish.startsWith(prefix)) ?? ["", completes("Hello from TCK")];
  return yield* behave(turn);
};

const behaviors: [prefix: string, behave: (turn: AgentTurn) => Steps][] = [
  ["tck-stream-ordering-001", streams({ text: "Ordered output" })],
  ["tck-stream-001", streams({ text: "Stream hello from TCK" })],
  ["tck-stream-003", streams({ text: "Stream task lifecycle" })],
  ["tck-stream-artifact-text", streams({ text: "Streamed text content" })],
  ["tck-stream-artifact-file", streams(outputFile)],
  ["tck-stream-artifact-chunked", chunked],
  ["tck-stream-002", completes()],
  ["tck-stream-basic", streams({ text: "Streamed text content" })],
  ["tck-stream-chunked", chunked],
  [
    "tck-artifact-file-url",
    produces({ url: "https://example.com/output.txt", filename: "output.txt", mediaType: "text/plain" }),
  ],
  ["tck-artifact-file", produces(outputFile)],
  ["tck-artifact-text", produces({ text: "Generated text content" })],
  ["tck-artifact-data", produces({ data: { key: "value", count: 42 } })],
  ["tck-message-response", answers],
  ["tck-input-required", asks],
  ["tck-auth-required", asksForCredentials],
  ["tck-delayed-complete", completesLater],
  ["tck-reject-task", rejects],
  ["tck-task-failure", fails],
  ["tck-multi-turn", continues],
  ["tck-long-running", worksForLong],
  ["tck-cancel", waitsForCancel],
  ["tck-complete-task", completes("Hello from TCK")],
  ["test-resubscribe-message-id", works],
];

function completes(text?: string): () => Steps {
  return async function* () {
    yield status("TASK_STATE_COMPLETED", text);
  };
}

function produces(part: Part): () => Steps {
  return async function* () {
    yield artifact([part]);
  };
}

function streams(part: Part): () => Steps {
  return async function* () {
    yield status("TASK_STATE_WORKING");
    yield artifact([part]);
    yield status("TASK_STATE_COMPLETED");
  };
}

async function* chunked(): Steps {
  yield status("TASK_STATE_WORKING");
  yield artifact({ artifactId: "chunked", parts: [{ text: "chunk-1 " }] });
  yield artifact({ artifactId: "chunked", parts: [{ text: "chunk-2" }] }, { append: true, lastChunk: true });
  yield status("TASK_STATE_COMPLETED");
}

// biome-ignore lint/correctness/useYield: it answers without a task.
async function* answers(): Steps {
  return agentMessage("Direct message response");
}

async function* asks({ task, message }: AgentTurn): Steps {
  const first = task.history?.[0]?.messageId === message.messageId;
  yield first ? ask("What else?") : status("TASK_STATE_COMPLETED");
}

async function* asksForCredentials({ task, message }: AgentTurn): Steps {
  const first = task.history?.[0]?.messageId === message.messageId;
  yield first ? requireAuth("Please sign in") : status("TASK_STATE_COMPLETED");
}

/** Works for a moment, so that a caller that waits sees another state than one that does not. */
async function* completesLater({ signal }: AgentTurn): Steps {
  yield status("TASK_STATE_WORKING");
  await pause(DELAY_MS, signal);
  yield status("TASK_STATE_COMPLETED");
}
const DELAY_MS = 1_500;

async function* fails(): Steps {
  yield status("TASK_STATE_FAILED", "The task failed, as requested");
}

/** Asks for more until the caller says that this is all. The question has no text, so the history holds the caller's messages only. */
async function* continues({ message }: AgentTurn): Steps {
  yield status(textOf(message) === "done" ? "TASK_STATE_COMPLETED" : "TASK_STATE_INPUT_REQUIRED");
}

async function* worksForLong({ signal }: AgentTurn): Steps {
  yield status("TASK_STATE_WORKING");
  await pause(DELAY_MS, signal);
  yield artifact([{ text: "Done at last" }]);
  yield status("TASK_STATE_COMPLETED");
}

async function* waitsForCancel({ signal }: AgentTurn): Steps {
  yield status("TASK_STATE_WORKING");
  await pause(MAX_WAIT_MS, signal);
}
const MAX_WAIT_MS = 60_000;

async function* rejects(): Steps {
  yield reject("rejected");
}

/** Works for twice the time that the kit waits for a stream. */
async function* works({ signal }: AgentTurn): Steps {
  yield status("TASK_STATE_WORKING");
  await pause(2_000 * Number(process.env.TCK_STREAMING_TIMEOUT ?? 2), signal);
  yield status("TASK_STATE_COMPLETED");
}

/** The behavior that the 0.3 kit expects of every agent. */
async function* greetSlowly({ signal }: AgentTurn): Steps {
  yield status("TASK_STATE_WORKING");
  await pause(3_000, signal);
  yield ask("Hello! What can I do for you?");
}
