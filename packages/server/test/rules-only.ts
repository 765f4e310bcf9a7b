import type { LogEvent } from "@a2a/types";
import type { BeginCommand, LogEntry, Scope, StoredTask } from "../src/engine/port/task-engine.ts";
import { acceptMessage } from "../src/engine/rules/accept-message.ts";
import { appendEvents, assertHeld } from "../src/engine/rules/append.ts";
import { cancelTask } from "../src/engine/rules/cancel-task.ts";
import type { Change, Decision, Facts, SeenMessage } from "../src/engine/rules/change.ts";
import { isClaimable, type TaskRow } from "../src/engine/rules/task-row.ts";
import { claimTurn, type LeasedTurn, releaseTurn } from "../src/engine/rules/turns.ts";
import { encodeUpdates } from "../src/engine/text/encode-updates.ts";
import { type EventText, UpdateTexts } from "../src/engine/text/event-text.ts";
import type { TextEntry } from "../src/engine/text/log-entry.ts";
import type { TaskText } from "../src/engine/text/task-text.ts";
import type { ModelLease, ModelSubject } from "./engine-model.ts";

const LIMITS = { maxTaskSize: 1e6, maxEvents: 1e6, maxPushPerTask: 1, maxPushPerOwner: 1 };

interface Task {
  readonly row: TaskRow;
  readonly text: TaskText;
  readonly log: TextEntry[];
}

/** The rules over plain variables: every decision is called directly, and its change is assigned. */
export class RulesOnly {
  readonly #now: () => number;
  readonly #tasks = new Map<string, Task>();
  readonly #seen = new Map<string, SeenMessage>();
  #ids = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly subject: ModelSubject = {
    engine: {
      begin: async (command) => this.#begin(command),
      claim: async () =>
        [...this.#tasks.values()]
          .filter(({ row }) => isClaimable(row, this.#now()))
          .map(({ row }) => this.#lease(this.#apply(claimTurn(row, { now: this.#now(), leaseMs: undefined })))),
      cancel: async (scope, taskId) => {
        const command = { scope, taskId, force: true, notify: false, at: this.#now(), limits: LIMITS };
        return this.#stored(this.#apply(cancelTask(this.#tasks.get(taskId)?.row, command)).row.id);
      },
      get: async (_, id) => (this.#tasks.has(id) ? this.#stored(id) : undefined),
      list: async () => {
        const rows = [...this.#tasks.values()].map(({ row }) => row);
        rows.sort((a, b) => b.statusAt - a.statusAt || (a.id < b.id ? 1 : -1));
        return { tasks: rows.map(({ id }) => this.#stored(id)), totalSize: rows.length };
      },
      subscribe: (scope, id) => this.#log(scope, id),
    },
  };

  #begin(command: BeginCommand) {
    const fresh = { taskId: this.#freshId(), contextId: this.#freshId(), pushId: "", createdAt: this.#now() };
    const { messageId } = command.message;
    const facts = this.#facts(command.message.taskId, this.#seen.get(messageId));
    const accepted = this.#apply(acceptMessage(facts, command, { fresh, limits: LIMITS, leaseMs: undefined }));
    if (accepted.kind === "reserved") throw new Error("nothing reserves a message here");
    if (accepted.kind === "run") return { kind: accepted.kind, lease: this.#lease(accepted.turn) };
    return { kind: accepted.kind, outcome: async () => accepted.outcome };
  }

  #lease(turn: LeasedTurn): ModelLease {
    const { taskId, contextId, seq, token } = turn;
    const texts = new UpdateTexts(turn);
    return {
      taskId,
      contextId,
      seq,
      append: async (events: readonly LogEvent[]) => {
        const encoded: EventText[] = [];
        encodeUpdates(events, { taskId, contextId, texts }, this.#now, encoded);
        const { row } = this.#facts(taskId);
        assertHeld(row, taskId, token);
        return this.#apply({ result: row, change: appendEvents(row, encoded, LIMITS) }).seq;
      },
      release: async ({ requeue = false } = {}) => {
        const now = this.#now();
        const options = { requeue, canceled: false, at: now, now, leaseMs: undefined, limits: LIMITS };
        const next = this.#apply(releaseTurn(this.#facts(taskId).row, turn, options))?.next;
        // The model uses only these members of a lease.
        return next && (this.#lease(next) as Awaited<ReturnType<ModelLease["release"]>>);
      },
    };
  }

  #facts(taskId: string | undefined, seen?: SeenMessage): Facts {
    const row = taskId === undefined ? undefined : this.#tasks.get(taskId)?.row;
    return { row, seen, pushes: [], ownerPushes: 0, now: this.#now(), assertRoom: () => undefined };
  }

  #apply<Result>({ result, change }: Decision<Result>): Result {
    if (change) this.#assign(change);
    return result;
  }

  #assign(change: Change): void {
    if (change.kind !== "task") throw new Error(`expected a change of a task, got ${change.kind}`);
    const { row, created, entries, events, message } = change;
    if (created) this.#tasks.set(row.id, { row, text: created.text, log: [] });
    const task = this.#tasks.get(row.id);
    task?.log.push(...entries);
    for (const event of events) task?.text.apply(event);
    if (message) {
      const { messageId, fingerprint, seq } = message;
      this.#seen.set(messageId, { fingerprint, result: { taskId: row.id, contextId: row.contextId, seq } });
    }
  }

  #stored(id: string): StoredTask {
    const { row, text } = this.#tasks.get(id) as Task;
    const json = text.json();
    return { ...row, json, task: JSON.parse(json) };
  }

  async *#log(_: Scope, id: string): AsyncGenerator<readonly LogEntry[]> {
    yield this.#tasks.get(id)?.log ?? [];
  }

  #freshId(): string {
    this.#ids += 1;
    return `id-${String(this.#ids).padStart(6, "0")}`;
  }
}
