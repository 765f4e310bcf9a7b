import { type LogEvent, taskNotFound } from "@a2a/types";
import type { BeginCommand, LogEntry, Scope, StoredTask } from "../src/engine/port/task-engine.ts";
import { acceptMessage, taskOutcome } from "../src/engine/rules/accept-message.ts";
import { append, assertHeld } from "../src/engine/rules/append.ts";
import { cancelAction } from "../src/engine/rules/cancel-task.ts";
import type { TaskHead } from "../src/engine/rules/head.ts";
import { repetition, type SeenMessage } from "../src/engine/rules/idempotency.ts";
import { draftHead, draftTask, draftText } from "../src/engine/rules/task-draft.ts";
import { cancelNow, claimTurn, type LeasedTurn, releaseTurn, type Step, turnOf } from "../src/engine/rules/turns.ts";
import { UpdateTexts } from "../src/engine/text/event-text.ts";
import { TextEntry } from "../src/engine/text/log-entry.ts";
import type { TaskText } from "../src/engine/text/task-text.ts";
import type { ModelLease, ModelSubject } from "./engine-model.ts";

const LIMITS = { maxTaskSize: 1e6, maxEvents: 1e6 };

interface Task {
  head: TaskHead;
  readonly text: TaskText;
  readonly log: TextEntry[];
}

/** The rules over plain variables: every rule is called directly, and the head it returns is assigned. */
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
          .filter(({ head }) => head.run === "queued")
          .map((task) => {
            task.head = claimTurn(task.head);
            return this.#lease(turnOf(task.head));
          }),
      cancel: async (_, taskId) => {
        const task = this.#task(taskId);
        if (cancelAction(task.head) !== "canceled") this.#apply(task, cancelNow(task.head, this.#now(), LIMITS));
        return this.#stored(taskId);
      },
      get: async (_, id) => (this.#tasks.has(id) ? this.#stored(id) : undefined),
      list: async () => {
        const heads = [...this.#tasks.values()].map(({ head }) => head);
        heads.sort((a, b) => b.statusAt - a.statusAt || (a.id < b.id ? 1 : -1));
        return { tasks: heads.map(({ id }) => this.#stored(id)), totalSize: heads.length };
      },
      subscribe: (scope, id) => this.#log(scope, id),
    },
  };

  #begin(command: BeginCommand) {
    const { message, fingerprint } = command;
    const seen = this.#seen.get(message.messageId);
    if (seen) {
      const outcome = repetition(seen, command);
      return { kind: "duplicate" as const, outcome: async () => outcome };
    }
    const remember = ({ id: taskId, contextId }: TaskHead, seq: number) =>
      this.#seen.set(message.messageId, { fingerprint, result: { taskId, contextId, seq } });
    if (message.taskId !== undefined) {
      const task = this.#task(message.taskId);
      const step = acceptMessage(task.head, command, LIMITS);
      this.#apply(task, step);
      remember(step.head, step.seq);
      if (step.turn) return { kind: "run" as const, lease: this.#lease(step.turn) };
      return { kind: "queued" as const, outcome: async () => taskOutcome(step.head, step.seq) };
    }
    const draft = draftTask(command, { createId: () => this.#freshId(), now: this.#now }, LIMITS);
    const text = draftText(draft);
    const head = draftHead(draft);
    const log = [new TextEntry(1, 1, `{"task":${text.json()}}`)];
    this.#tasks.set(head.id, { head, text, log });
    remember(head, 1);
    return { kind: "run" as const, lease: this.#lease(turnOf(head, draft)) };
  }

  #lease(turn: LeasedTurn): ModelLease {
    const { taskId, contextId, seq, token } = turn;
    const texts = new UpdateTexts(turn);
    return {
      taskId,
      contextId,
      seq,
      append: async (events: readonly LogEvent[]) => {
        const encoded = events.map((event) => texts.of(event, this.#now));
        const task = this.#task(taskId);
        assertHeld(task.head, token);
        this.#apply(task, { ...append(task.head, encoded, LIMITS), events: encoded });
        return task.head.seq;
      },
      release: async ({ requeue = false } = {}) => {
        const task = this.#task(taskId);
        if (task.head.token !== token) return undefined;
        const released = releaseTurn(task.head, { requeue, canceled: false, at: this.#now(), limits: LIMITS });
        this.#apply(task, released);
        // The model uses only these members of a lease.
        return released.next && (this.#lease(released.next) as Awaited<ReturnType<ModelLease["release"]>>);
      },
    };
  }

  #task(id: string): Task {
    const task = this.#tasks.get(id);
    if (!task) throw taskNotFound(id);
    return task;
  }

  #apply(task: Task, { head, entries, events }: Step): void {
    task.head = head;
    task.log.push(...entries);
    for (const event of events) task.text.apply(event);
  }

  #stored(id: string): StoredTask {
    const { head, text } = this.#task(id);
    const json = text.json();
    return { ...head, json, task: JSON.parse(json) };
  }

  async *#log(_: Scope, id: string): AsyncGenerator<readonly LogEntry[]> {
    yield this.#tasks.get(id)?.log ?? [];
  }

  #freshId(): string {
    this.#ids += 1;
    return `id-${String(this.#ids).padStart(6, "0")}`;
  }
}
