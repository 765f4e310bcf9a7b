import {
  BatchRejected,
  type BatchStorage,
  ChangeRows,
  type DecidedChange,
  type GrownTask,
  keyOf,
  type StoreCommand,
  type StoredFacts,
  seenIn,
  storageUnavailable,
  type TaskGrowth,
  type TaskRow,
} from "@a2a/server/engine-kit";
import { A2AError } from "@a2a/types";
import { fromRow, messageKey, toParameter } from "../database/columns.ts";
import { type Row, sqlState } from "../database/connections.ts";
import { LARGE_STRINGS, type Texts } from "./texts.ts";
import type { Statements } from "./statements.ts";
import { pushOf, rowOf, type Slot, slotOf } from "./task-rows.ts";
import type { Outcome, Writer } from "./writer.ts";

/** Loads and writes in batches, with one statement each. */
export class CommitStorage implements BatchStorage<StoredFacts> {
  readonly #writer: Writer;
  readonly #statements: Statements;
  readonly #texts: Texts;
  /** How far the clock of the database is ahead of this process, as last seen. */
  #aheadMs = 0;

  constructor(writer: Writer, statements: Statements, texts: Texts) {
    this.#writer = writer;
    this.#statements = statements;
    this.#texts = texts;
  }

  get failure(): Error | undefined {
    return this.#writer.failure;
  }

  load(commands: readonly StoreCommand<unknown>[]): Promise<readonly StoredFacts[]> {
    const asked = commands.map(({ taskId: id, alias, message, pushesOf }, ord) => ({
      ord,
      id,
      ...(message?.scope ?? alias?.scope ?? pushesOf),
      alias: alias?.alias,
      message: message && messageKey(message.messageId),
      withPushes: pushesOf !== undefined,
    }));
    return this.#facts(this.#statements.load, [toParameter(asked)]);
  }

  claimable(limit: number): Promise<readonly StoredFacts[]> {
    return this.#facts(this.#statements.claimable, [limit]);
  }

  recall(row: TaskRow): StoredFacts {
    const now = Math.round(Date.now() + this.#aheadMs);
    return { ...NO_FACTS, row: { ...row }, now, stored: slotOf(row), before: row };
  }

  async write(changes: readonly DecidedChange<StoredFacts>[]): Promise<ReadonlySet<number>> {
    const rows = new ChangeRows(LARGE_STRINGS);
    for (const [ord, { change, facts }] of changes.entries()) rows.add(ord, change, facts);
    for (const command of rows.commands) command.message &&= messageKey(String(command.message));
    // In one order for all engines, so that they do not wait for each other's locks in a circle.
    rows.commands.sort((a, b) => Number(a.key ?? 0) - Number(b.key ?? 0));
    const { commands, tasks, events, turns, checkpoints, pushes, undelivered, largeStrings, exchanges } = rows;
    const tables = [commands, tasks, events, turns, checkpoints, pushes, undelivered, largeStrings, exchanges];
    const { refused } = await this.#execute("write", tables.map(toParameter), changes.length);
    for (const { change, facts } of changes) {
      if (change.kind !== "task") continue;
      const before = change.created || !facts.row ? NEW : slotOf(facts.row);
      const idleAt = change.row.run === "idle" ? (before.idleAt ?? facts.now) : undefined;
      change.row.slot = { ...before, key: keyOf(change, facts), changes: before.changes + 1, idleAt };
    }
    return refused;
  }

  async grow(growths: readonly TaskGrowth[]): Promise<readonly (GrownTask | undefined)[]> {
    const events = growths.flatMap(({ events }, task) => events.map(({ json }, nth) => ({ task, nth, json })));
    // Large events are written with their large strings apart.
    if (events.some(({ json }) => json.length >= LARGE_STRINGS.minLength)) return growths.map(() => undefined);
    const [ids, tokens] = [growths.map(({ taskId }) => taskId), growths.map(({ token }) => token)];
    const limits = growths[0]?.limits;
    const perTask = [ids, tokens, growths.map(({ events }) => events.length), growths.map(({ size }) => size)];
    const perEvent = [events.map(({ task }) => task + 1), events.map(({ nth }) => nth + 1), events.map(({ json }) => json)];
    const values = [...perTask, limits?.maxTaskSize, limits?.maxEvents, ...perEvent];
    const { row, refused } = await this.#execute("grow", values, growths.length);
    const grown = row ? (row.grown as Row[] | null) : await this.#query(this.#statements.regrown, [ids, tokens]);
    const byOrd = new Map((grown ?? []).map((columns) => [Number(columns.ord), fromRow(columns)]));
    return growths.map((_, index) => {
      const { seq, generation, pushes, key, changes, snapshotSeq } = byOrd.get(index + 1) ?? {};
      if (seq === undefined || refused.has(index + 1)) return undefined;
      const slot: Slot = { key: Number(key), changes: Number(changes), snapshotSeq: Number(snapshotSeq), trimmed: false };
      return { seq: Number(seq), generation: Number(generation), pushes: Number(pushes), slot };
    });
  }

  async #facts(statement: string, values: readonly unknown[]): Promise<StoredFacts[]> {
    const found = await this.#query(statement, values);
    return Promise.all(
      found.map(async (columns) => {
        const row = columns.id === null ? undefined : await this.#row(columns);
        const pushes = (columns.push_rows as Row[] | null | undefined) ?? [];
        const { now, freshKey, mVersion, ownerPushes, ...message } = fromRow(columns);
        this.#aheadMs = Number(now) - Date.now();
        return {
          ...NO_FACTS,
          row,
          now: Number(now),
          stored: row && slotOf(row),
          freshKey: Number(freshKey),
          seen: seenIn(message),
          messageVersion: mVersion as string | undefined,
          pushes: row ? pushes.map((push) => pushOf(push, row.id)) : [],
          ownerPushes: Number(ownerPushes ?? 0),
          before: row && { ...row },
        };
      }),
    );
  }

  async #row(columns: Row): Promise<TaskRow> {
    const turns = columns.turns as string[];
    const checkpoint = columns.checkpoint === null ? [] : [String(columns.checkpoint)];
    const texts = await this.#texts.restored(Number(columns.key), [...turns, ...checkpoint]);
    return rowOf(columns, texts.slice(0, turns.length), texts[turns.length]);
  }

  async #query(text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.#writer.query(text, values);
    } catch (error) {
      throw storageUnavailable(error);
    }
  }

  async #execute(name: "grow" | "write", values: readonly unknown[], commands: number): Promise<Outcome> {
    try {
      return await this.#writer.execute(name, this.#statements[name], values);
    } catch (error) {
      const state = sqlState(error);
      const everything = new Set(Array.from({ length: commands + 1 }, (_, ord) => ord));
      // A unique key was taken meanwhile, or two batches waited for each other: all are decided again.
      if (/^(23505|40)/.test(state)) return { row: { grown: null }, refused: everything };
      if (/^(2[123]|54)/.test(state)) throw new BatchRejected("one of the changes cannot be stored", { cause: error });
      throw error instanceof A2AError ? error : storageUnavailable(error);
    }
  }
}

const NEW = { changes: 0, snapshotSeq: 0, trimmed: false, idleAt: undefined };
const NO_FACTS = {
  row: undefined,
  seen: undefined,
  pushes: [],
  ownerPushes: 0,
  fits: () => true,
  stored: undefined,
  freshKey: 0,
  messageVersion: undefined,
  before: undefined,
};
