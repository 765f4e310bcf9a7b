import { isTerminal } from "@a2a/types";
import { FencedError } from "../../src/engine/port/lease.ts";
import type { Scope } from "../../src/engine/port/task-engine.ts";
import { belongsTo, type TaskHead } from "../../src/engine/rules/head.ts";
import type { NewNote, Note, Reservation } from "../../src/engine/rules/notes.ts";
import {
  type Acquired,
  type AcquireOptions,
  AliasTaken,
  type HeldLease,
  type KnownMessage,
  NotesLeft,
} from "../../src/engine/store/sharing.ts";
import type { Change, ExchangeChange, TaskChange, TaskRecord } from "../../src/engine/store/task-store.ts";
import { foldLog } from "../../src/engine/text/fold-log.ts";
import type { TextEntry } from "../../src/engine/text/log-entry.ts";

/** How the shared storage misbehaves, if at all; all but `none` break the protocol, and must be found. */
export type SharedFault = "none" | "end a task in spite of notes" | "not fence a lease" | "accept a duplicate twice";

/** A record of a task in one process. */
export interface SharedRecord extends TaskRecord {
  head: TaskHead;
  taken: number;
}

interface Row {
  head: TaskHead;
  readonly log: TextEntry[];
  leaseUntil: number | undefined;
  noted: number;
  notes: Note[];
}

interface MessageRow {
  fingerprint: string;
  taskId?: string | undefined;
  seq?: number | undefined;
  answer?: string | undefined;
  holder?: string | undefined;
  reservedUntil?: number | undefined;
}

/** The storage that simulated engines share: rows with leases, tokens, notes and reservations. Every method is one atomic step. */
export class SharedDatabase {
  readonly #rows = new Map<string, Row>();
  readonly #messages = new Map<string, MessageRow>();
  readonly #leaseMs: number;
  readonly #now: () => number;
  readonly #fault: SharedFault;

  constructor(leaseMs: number, now: () => number, fault: SharedFault) {
    this.#leaseMs = leaseMs;
    this.#now = now;
    this.#fault = fault;
  }

  /** Whether nothing is left to do: no turn runs or waits, and no note is left. */
  get isSettled(): boolean {
    return [...this.#rows.values()].every(({ head, notes }) => head.run === "idle" && notes.length === 0);
  }

  rows(): SharedRecord[] {
    return [...this.#rows.values()].map((row) => recordOf(row, true));
  }

  load(id: string): SharedRecord | undefined {
    const row = this.#rows.get(id);
    return row && recordOf(row, false);
  }

  entries(id: string): readonly TextEntry[] {
    return this.#rows.get(id)?.log ?? [];
  }

  write(change: Change): unknown {
    return change.kind === "exchange" ? this.#answer(change) : this.#writeTask(change);
  }

  known(scope: Scope, messageId: string): KnownMessage | undefined {
    const row = this.#messages.get(keyOf(scope, messageId));
    if (!row) return undefined;
    const { fingerprint, taskId, seq, answer, holder } = row;
    if (holder !== undefined) return { fingerprint, result: { holder } };
    if (taskId === undefined) return { fingerprint, result: { answer: JSON.parse(answer ?? "") } };
    const { contextId } = (this.#rows.get(taskId) as Row).head; // tasks are never deleted
    return {
      fingerprint,
      result: seq === undefined ? { notedFor: { taskId, contextId } } : { taskId, contextId, seq },
    };
  }

  reserve({ scope, messageId, holder }: Reservation, fingerprint: string): KnownMessage | undefined {
    const row = this.#messages.get(keyOf(scope, messageId));
    const isFree =
      !row || row.holder === holder || (row.holder !== undefined && (row.reservedUntil ?? 0) <= this.#now());
    if (!isFree && this.#fault !== "accept a duplicate twice") return this.known(scope, messageId);
    this.#messages.set(keyOf(scope, messageId), { fingerprint, holder, reservedUntil: this.#now() + this.#leaseMs });
    return undefined;
  }

  withdraw({ scope, messageId, holder }: Reservation): void {
    if (this.#messages.get(keyOf(scope, messageId))?.holder === holder) this.#messages.delete(keyOf(scope, messageId));
  }

  acquire(id: string, { scope, force = false }: AcquireOptions): Acquired | undefined {
    const row = this.#rows.get(id);
    if (!row || (scope && !belongsTo(row.head, scope))) return undefined;
    const isHeld = !isTerminal(row.head.state) && (force || !this.#isLeased(row));
    if (isHeld) {
      row.head = { ...row.head, token: row.head.token + 1 };
      row.leaseUntil = this.#now() + this.#leaseMs;
    }
    return { record: recordOf(row, false), isHeld, notes: isHeld ? [...row.notes] : [] };
  }

  note(id: string, { kind, message, json }: NewNote): boolean {
    const row = this.#rows.get(id);
    if (!row || isTerminal(row.head.state) || !this.#isLeased(row)) return false;
    if (message) {
      const { scope, messageId, holder, fingerprint } = message;
      if (this.#messages.get(keyOf(scope, messageId))?.holder !== holder) return false;
      this.#messages.set(keyOf(scope, messageId), { fingerprint, taskId: id });
    }
    row.noted += 1;
    row.notes.push({ n: row.noted, kind, messageId: message?.messageId, json });
    return true;
  }

  notes(id: string): readonly Note[] {
    return [...(this.#rows.get(id)?.notes ?? [])];
  }

  noted(): string[] {
    return [...this.#rows.values()].filter(({ notes }) => notes.length > 0).map(({ head }) => head.id);
  }

  renew(leases: readonly HeldLease[], reservations: readonly Reservation[]): Set<string> {
    for (const { scope, messageId, holder } of reservations) {
      const row = this.#messages.get(keyOf(scope, messageId));
      if (row?.holder === holder) row.reservedUntil = this.#now() + this.#leaseMs;
    }
    const held = leases.filter(({ taskId, token }) => {
      const row = this.#rows.get(taskId);
      if (row?.head.token !== token || row.leaseUntil === undefined) return false;
      row.leaseUntil = this.#now() + this.#leaseMs;
      return true;
    });
    return new Set(held.map(({ taskId }) => taskId));
  }

  claimable(limit: number): string[] {
    return [...this.#rows.values()]
      .filter((row) => !this.#isLeased(row) && (row.head.run !== "idle" || row.notes.length > 0))
      .slice(0, limit)
      .map(({ head }) => head.id);
  }

  resolveAlias(scope: Scope, alias: string): string | undefined {
    return [...this.#rows.values()].find(({ head }) => head.alias === alias && belongsTo(head, scope))?.head.id;
  }

  #isLeased({ leaseUntil }: Row): boolean {
    return leaseUntil !== undefined && leaseUntil > this.#now();
  }

  #writeTask(change: TaskChange): unknown {
    const { head, entries, messages, takenNotes } = change;
    const { scope } = head;
    const isReserved = messages.every(({ messageId, holder }) => {
      return holder === undefined || this.#messages.get(keyOf(scope, messageId))?.holder === holder;
    });
    const row = this.#rows.get(head.id);
    const before = change.record as SharedRecord | undefined; // all records come from here
    if (!isReserved && this.#fault !== "accept a duplicate twice") return new FencedError(head.id, "stale");
    if (!row || !before) {
      if (head.alias !== undefined && this.resolveAlias(scope, head.alias) !== change.replaced?.head.id)
        return new AliasTaken();
      const replaced = this.#rows.get(change.replaced?.head.id ?? "");
      if (replaced) replaced.head = { ...replaced.head, alias: undefined };
      const leaseUntil = head.run === "running" ? this.#now() + this.#leaseMs : undefined;
      this.#rows.set(head.id, { head, log: [...entries], leaseUntil, noted: 0, notes: [] });
      change.record = { head, text: change.created?.text, taken: 0 } satisfies SharedRecord;
    } else {
      if (row.head.token !== before.head.token && this.#fault !== "not fence a lease")
        return new FencedError(head.id, "stale");
      const taken = takenNotes ?? before.taken;
      const isReleased = head.run !== "running";
      const mayPass = this.#fault === "end a task in spite of notes";
      if (isReleased && row.noted !== taken && !mayPass) return new NotesLeft([...row.notes]);
      if (isReleased) row.leaseUntil = undefined;
      else if (row.head.token !== head.token) row.leaseUntil = this.#now() + this.#leaseMs;
      row.head = head;
      row.log.push(...entries);
      row.notes = row.notes.filter(({ n }) => n > taken);
      before.head = head;
      before.taken = taken;
    }
    for (const { messageId, fingerprint, seq } of messages) {
      this.#messages.set(keyOf(scope, messageId), { fingerprint, taskId: head.id, seq });
    }
    return undefined;
  }

  #answer({ exchange }: ExchangeChange): unknown {
    const { scope, messageId, fingerprint, holder, answer } = exchange;
    const key = keyOf(scope, messageId);
    if (holder !== undefined && this.#messages.get(key)?.holder !== holder) return new FencedError(messageId, "stale");
    this.#messages.set(key, { fingerprint, answer });
    return undefined;
  }
}

function recordOf({ head, log, noted, notes }: Row, withText: boolean): SharedRecord {
  return { head, text: withText ? foldLog(undefined, log) : undefined, taken: noted - notes.length };
}

function keyOf({ tenant, owner }: Scope, id: string): string {
  return JSON.stringify([tenant, owner, id]);
}
