import type { Message } from "@a2a/types";
import type { BeginCommand } from "../port/task-engine.ts";
import { placedMessage } from "../text/event-text.ts";
import { timestampOf } from "../text/instant.ts";
import { TaskText } from "../text/task-text.ts";
import { assertMessageSize, type LogLimits } from "./append.ts";
import { NO_TURNS, type TaskHead } from "./head.ts";

/** Provides ids and the time, so that rules are deterministic. */
export interface IdSource {
  createId(): string;
  /** In milliseconds since 1970. */
  now(): number;
}

/** A task that does not exist yet. */
export interface TaskDraft {
  readonly command: BeginCommand;
  readonly taskId: string;
  readonly contextId: string;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  /** The message as the task will hold it. */
  readonly message: Message;
  /** The same as JSON. */
  readonly messageJson: string;
  /** Whether the conversation begins with this task. */
  readonly opensContext: boolean;
}

/** Prepares the task that a message creates. Throws when the message is too large for a task. */
export function draftTask(command: BeginCommand, ids: IdSource, limits: LogLimits): TaskDraft {
  const taskId = ids.createId();
  const opensContext = command.message.contextId === undefined;
  const contextId = command.message.contextId ?? ids.createId();
  const message = placedMessage(command.message, taskId, contextId);
  const messageJson = JSON.stringify(message);
  assertMessageSize(messageJson.length, limits);
  return { command, taskId, contextId, createdAt: ids.now(), message, messageJson, opensContext };
}

/** The task as it will begin. */
export function draftText({ command, createdAt, taskId, contextId, messageJson }: TaskDraft): TaskText {
  const { state = "TASK_STATE_SUBMITTED", metadata } = command;
  const status = { state, timestamp: timestampOf(createdAt) };
  return new TaskText({ id: taskId, contextId, status, ...(metadata && { metadata }) }, [messageJson]);
}

/** The head as it will begin, its first turn running. */
export function draftHead({ command, taskId, contextId, createdAt, messageJson }: TaskDraft): TaskHead {
  const { call, fingerprint } = command;
  return {
    scope: command.scope,
    id: taskId,
    contextId,
    alias: command.alias,
    version: command.version,
    state: command.state ?? "TASK_STATE_SUBMITTED",
    statusAt: createdAt * 1_000,
    seq: 1,
    generation: 1,
    answered: 0,
    size: messageJson.length,
    run: "running",
    token: 1,
    turn: 1,
    attempt: 1,
    current: { seq: 1, message: messageJson, call, fingerprint },
    inbox: NO_TURNS,
    checkpoint: undefined,
    webhooks: command.webhook ? 1 : 0,
  };
}
