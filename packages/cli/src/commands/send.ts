import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import {
  createMessage,
  isInterrupted,
  type JsonValue,
  type Message,
  type Part,
  type SendMessageConfiguration,
  type Task,
} from "@a2a/types";
import { agentReference, connectAgent } from "../cli/agent.ts";
import { type Given, readArguments, secondsFlag, textFlag, wantsJson } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, readStdin } from "../cli/io.ts";
import { renderEvent, renderJson, renderMessage, renderTask } from "../cli/render.ts";

export const usage = `a2a send [TEXT] [flags]   sends a message and waits for what comes of it

  --text T, --file F, --data JSON   parts, in the order given; --data - reads stdin
  --media-type M                    the media type of the part before it
  --context-id C, --task-id T       go on with a conversation or a task
  --stream                          shows events as they come
  --async                           does not wait
  --metadata JSON                   metadata of the message`;

/** Sends a message. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, {
    text: { type: "string", multiple: true },
    file: { type: "string", multiple: true },
    data: { type: "string", multiple: true },
    "media-type": { type: "string", multiple: true },
    "context-id": { type: "string" },
    "task-id": { type: "string" },
    metadata: { type: "string" },
    stream: { type: "boolean" },
    async: { type: "boolean" },
    "return-immediately": { type: "boolean" },
    "no-wait": { type: "boolean" },
  });
  const asJson = wantsJson(given);
  const message = await messageOf(given, io);
  const resume = `a2a send --agent-card ${agentReference(given, io)}`;
  await using connected = await connectAgent(given, io);
  const { client } = connected;
  const options = { signal: io.signal, timeoutMs: secondsFlag(given, "timeout") };
  if (given.values.stream === true && client.card.capabilities.streaming !== false) {
    for await (const event of client.stream(message, options))
      io.out(`${asJson ? renderJson(event) : renderEvent(event)}\n`);
    return 0;
  }
  const immediately = ["async", "return-immediately", "no-wait"].some((flag) => given.values[flag] === true);
  const configuration: SendMessageConfiguration = immediately ? { returnImmediately: true } : {};
  const answer = await client.send(message, { ...options, configuration });
  if ("message" in answer) {
    io.out(`${asJson ? renderJson(answer) : renderMessage(answer.message)}\n`);
    return 0;
  }
  io.out(`${asJson ? renderJson(answer) : renderTask(answer.task, resume)}\n`);
  warn(answer.task, io);
  return 0;
}

/** The outcome is the agent's; the command did its job. But whoever watches should know. */
export function warn(task: Task, io: Io): void {
  const { state } = task.status;
  if (isInterrupted(state) || state === "TASK_STATE_FAILED" || state === "TASK_STATE_REJECTED") {
    io.err(`Warning: the task is ${state}\n`);
  }
}

async function messageOf(given: Given, io: Io): Promise<Message> {
  const parts: Part[] = given.positionals.length > 0 ? [{ text: given.positionals.join(" ") }] : [];
  for (const { name, value = "" } of given.ordered) {
    if (name === "text") parts.push({ text: value });
    else if (name === "file") parts.push(await filePart(value));
    else if (name === "data") parts.push({ data: parse(value === "-" ? await readStdin(io) : value) });
    else if (name === "media-type") {
      const last = parts.at(-1);
      if (last === undefined) throw new UsageError("--media-type follows the part it is about");
      last.mediaType = value;
    }
  }
  if (parts.length === 0) throw new UsageError("nothing to send: give a text, --file or --data");
  const contextId = textFlag(given, "context-id");
  const taskId = textFlag(given, "task-id");
  const metadata = textFlag(given, "metadata");
  return createMessage(parts, {
    ...(contextId !== undefined && { contextId }),
    ...(taskId !== undefined && { taskId }),
    ...(metadata !== undefined && { metadata: parse(metadata) as NonNullable<Message["metadata"]> }),
  });
}

async function filePart(path: string): Promise<Part> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new UsageError(`--file ${path}: cannot be read`, { cause });
  });
  return { raw: bytes.toString("base64"), filename: basename(path), mediaType: mediaTypeOf(path) };
}

function mediaTypeOf(path: string): string {
  return MEDIA_TYPES.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase()) ?? "application/octet-stream";
}
const MEDIA_TYPES = new Map([
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["csv", "text/csv"],
  ["html", "text/html"],
  ["json", "application/json"],
  ["pdf", "application/pdf"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
]);

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch {
    throw new UsageError(`expected JSON, found ${text.slice(0, 60)}`);
  }
}
