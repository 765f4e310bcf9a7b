import type { Message } from "@a2a/types";
import type { BeginCommand } from "../../port/task-engine.ts";
import { type EventText, placedMessage } from "../../text/event-text.ts";
import { timestampOf } from "../../text/instant.ts";
import { TextEntry } from "../../text/log-entry.ts";
import { TaskText } from "../../text/task-text.ts";
import { assertMessageSize, type LogLimits } from "./append.ts";
import type { Admission, TaskChange } from "./change.ts";
import { idempotencyKey } from "./idempotency.ts";
import { type LeaseTerm, NO_TURNS, startTurn, type TaskRow, type TurnRow } from "./task-row.ts";
import { newPushRecord } from "./webhooks.ts";

/** Ids and the time for a task that may be created: decisions make none of their own. */
export interface FreshIds {
  readonly taskId: string;
  readonly contextId: string;
  /** For a webhook registered without an id. */
  readonly pushId: string;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
}

/** A task that does not exist yet. */
export interface TaskDraft {
  readonly command: BeginCommand;
  readonly fresh: FreshIds;
  readonly taskId: string;
  readonly contextId: string;
  /** The message as the task will hold it. */
  readonly message: Message;
  /** The same as JSON. */
  readonly messageJson: string;
  /** Whether the conversation begins with this task. */
  readonly opensContext: boolean;
}

/** Prepares the task that a message creates. Throws when the message is too large for a task. */
export function draftTask(command: BeginCommand, fresh: FreshIds, limits: LogLimits): TaskDraft {
  const { taskId } = fresh;
  const opensContext = command.message.contextId === undefined;
  const contextId = command.message.contextId ?? fresh.contextId;
  const message = placedMessage(command.message, taskId, contextId);
  const messageJson = JSON.stringify(message);
  assertMessageSize(messageJson.length, limits);
  return { command, fresh, taskId, contextId, message, messageJson, opensContext };
}

/** The task as it will begin. */
export function draftText({ command, fresh, taskId, contextId, messageJson }: TaskDraft): TaskText {
  const { state = "TASK_STATE_SUBMITTED", metadata } = command;
  const status = { state, timestamp: timestampOf(fresh.createdAt) };
  return new TaskText({ id: taskId, contextId, status, ...(metadata && { metadata }) }, [messageJson]);
}

/** The row as it will begin, its first turn running. */
export function draftRow(draft: TaskDraft, term: LeaseTerm, checkpoint?: string): TaskRow {
  const { command, fresh, messageJson } = draft;
  const row: TaskRow = {
    scope: command.scope,
    id: draft.taskId,
    contextId: draft.contextId,
    alias: command.alias,
    version: command.version,
    state: command.state ?? "TASK_STATE_SUBMITTED",
    statusAt: fresh.createdAt * 1_000,
    seq: 1,
    generation: 1,
    answered: 0,
    size: messageJson.length,
    run: "idle",
    token: 0,
    leaseUntil: undefined,
    cancel: undefined,
    turn: 0,
    attempt: 0,
    current: undefined,
    inbox: NO_TURNS,
    checkpoint,
    pushes: 0,
    slot: undefined,
  };
  startTurn(row, firstTurn(draft), term);
  return row;
}

function firstTurn({ command, messageJson }: TaskDraft): TurnRow {
  return { seq: 1, message: messageJson, call: command.call, fingerprint: command.fingerprint };
}

/** More that is written in the same step as a new task. */
export interface CreateOptions {
  readonly admission?: Admission;
  readonly checkpoint?: string | undefined;
  readonly replaced?: TaskRow | undefined;
  /** Appends the first events to the row. */
  extend?(row: TaskRow): { readonly entries: readonly TextEntry[]; readonly events: readonly EventText[] };
}

/** Creates the task of a draft, together with its first events. */
export function createTask(draft: TaskDraft, term: LeaseTerm, options: CreateOptions = {}): TaskChange {
  const { command, fresh } = draft;
  const row = draftRow(draft, term, options.checkpoint);
  const text = draftText(draft);
  const first = new TextEntry(1, 1, `{"task":${text.json()}}`, undefined, true);
  const appended = options.extend?.(row);
  const messageId = idempotencyKey(command);
  return {
    kind: "task",
    row,
    created: { text, admission: options.admission },
    entries: appended ? [first, ...appended.entries] : [first],
    events: appended?.events ?? [],
    message: messageId === undefined ? undefined : { messageId, fingerprint: command.fingerprint, seq: 1 },
    replaced: options.replaced,
    savedPush: command.push && newPushRecord(row, command.push, fresh.pushId, 1),
  };
}
