import type { JsonValue, Message } from "@a2a/types";
import type { EngineCore } from "./engine-core.ts";
import { repeatKey } from "./in-flight.ts";
import type { BeginCommand } from "./port/task-engine.ts";
import { registerPush } from "./push-configs.ts";
import { NO_TURNS, startTurn, type TaskRow } from "./rules/task-row.ts";
import type { Admission } from "./store/task-store.ts";
import { placedMessage } from "./text/event-text.ts";
import { timestampOf } from "./text/instant.ts";
import { TextEntry } from "./text/log-entry.ts";
import { TaskText } from "./text/task-text.ts";

/** A task that does not exist yet, and everything that will be written when it comes to be. */
export class Draft {
  readonly command: BeginCommand;
  readonly taskId: string;
  readonly contextId: string;
  /** The message as it will be kept. */
  readonly message: Message;
  /** The room that is kept for it. */
  admission: Admission;
  /** What was saved before there was a task. */
  checkpoint: JsonValue | undefined;
  readonly #core: EngineCore;
  readonly #json: string;
  readonly #createdAt: number;

  constructor(core: EngineCore, command: BeginCommand) {
    this.#core = core;
    this.command = command;
    this.taskId = core.createId();
    this.contextId = command.message.contextId ?? core.createId();
    this.message = placedMessage(command.message, this.taskId, this.contextId);
    this.#json = JSON.stringify(this.message);
    this.#createdAt = core.now();
  }

  /** Whether the conversation begins with this task. */
  get opensContext(): boolean {
    return this.command.message.contextId === undefined;
  }

  /** The task as it will begin. */
  text(): TaskText {
    const { state = "TASK_STATE_SUBMITTED", metadata } = this.command;
    const status = { state, timestamp: timestampOf(this.#createdAt) };
    return new TaskText({ id: this.taskId, contextId: this.contextId, status, ...(metadata && { metadata }) }, [
      this.#json,
    ]);
  }

  /** The row as it will begin, its first turn under way. */
  row(): TaskRow {
    const { scope, alias, version, state = "TASK_STATE_SUBMITTED", call, fingerprint } = this.command;
    const row: TaskRow = {
      scope,
      id: this.taskId,
      contextId: this.contextId,
      alias,
      version,
      state,
      statusAt: this.#createdAt * 1_000,
      seq: 1,
      answered: 0,
      size: this.#json.length,
      run: "idle",
      token: 0,
      turn: 0,
      attempt: 0,
      current: undefined,
      inbox: NO_TURNS,
      checkpoint: this.checkpoint === undefined ? undefined : JSON.stringify(this.checkpoint),
      pushes: 0,
      place: undefined,
    };
    startTurn(row, { seq: 1, message: this.#json, call, fingerprint });
    return row;
  }

  /** Writes the task, which was admitted before. */
  insert(): TaskRow {
    const { store } = this.#core;
    const row = this.row();
    const text = this.text();
    store.insert(row, text, new TextEntry(1, `{"task":${text.json()}}`, undefined, true), this.admission);
    const messageId = repeatKey(this.command);
    if (messageId !== undefined) store.rememberMessage(row, messageId, this.command.fingerprint, 1);
    if (this.command.push) registerPush(this.#core, row, this.command.push, 1);
    return row;
  }
}
