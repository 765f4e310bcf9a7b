import { storageUnavailable } from "../../src/engine/port/refusals.ts";
import type { SharedEvents, SharedTaskStore, Sharing } from "../../src/engine/store/sharing.ts";
import {
  type Change,
  type ListedTasks,
  type LogSnapshot,
  type ReadTask,
  StorageFailure,
  type TaskRecord,
} from "../../src/engine/store/task-store.ts";
import { foldLog, taskJsonIn } from "../../src/engine/text/fold-log.ts";
import type { TextEntry } from "../../src/engine/text/log-entry.ts";
import type { SimulatedProcess } from "./process.ts";
import type { Random } from "./random.ts";
import type { SharedDatabase, SharedRecord } from "./shared-database.ts";

/** What the stores of all processes have in common. */
export interface SharedWorld {
  readonly database: SharedDatabase;
  readonly random: Random;
  readonly leaseMs: number;
  readonly pollMs: number;
  /** Set when calls no longer fail. */
  readonly outage: { isOver: boolean };
  /** The stores by process: hints go to all others. */
  readonly stores: Map<SimulatedProcess, SharedStore>;
}

/** How often a call fails before it has an effect, and after. */
const FAILS = 0.03;
const LOSES_ANSWER = 0.03;

/** The store of one process on the shared storage. Calls take their time on the way there and back; some fail, or lose their answer. */
export class SharedStore implements SharedTaskStore {
  readonly sharing: Sharing;
  readonly #world: SharedWorld;
  readonly #process: SimulatedProcess;
  readonly #events: SharedEvents;

  constructor(world: SharedWorld, process: SimulatedProcess, events: SharedEvents) {
    const { database, leaseMs, pollMs } = world;
    this.#world = world;
    this.#process = process;
    this.#events = events;
    world.stores.set(process, this);
    this.sharing = {
      leaseMs,
      pollMs,
      webhooks: NO_WEBHOOKS,
      reserve: (reservation, fingerprint) => this.#call(() => database.reserve(reservation, fingerprint)),
      withdraw: (reservation) => this.#call(() => database.withdraw(reservation)),
      seen: (scope, messageId) => this.#call(() => database.known(scope, messageId)),
      acquire: (id, options) => this.#call(() => database.acquire(id, options)),
      note: (id, note) =>
        this.#call(() => {
          const isLeft = database.note(id, note);
          if (isLeft) this.#hint(id);
          return isLeft;
        }),
      notes: (ids) => this.#call(() => new Map(ids.map((id) => [id, database.notes(id)]))),
      renew: (leases, reservations) => this.#call(() => database.renew(leases, reservations)),
      poll: (ids) =>
        this.#call(() => ({
          positions: new Map(ids.flatMap((id) => positionOf(database.load(id)))),
          noted: database.noted(),
          isClaimable: database.claimable(1).length > 0,
        })),
    };
  }

  async write(changes: readonly Change[]): Promise<ReadonlyMap<number, unknown>> {
    await this.#process.soon();
    if (this.#fails(FAILS)) throw new StorageFailure(new Error("the database is gone"));
    const refusals = new Map<number, unknown>();
    for (const [index, change] of changes.entries()) {
      const refusal = this.#world.database.write(change);
      if (refusal !== undefined) refusals.set(index, refusal);
      else if (change.kind === "task") this.#hint(change.head.id);
    }
    // A lost answer takes its time to be found out.
    for (let rounds = this.#fails(LOSES_ANSWER) ? 6 : 1; rounds > 0; rounds--) await this.#process.soon();
    return refusals;
  }

  load(id: string): Promise<SharedRecord | undefined> {
    return this.#call(() => this.#world.database.load(id));
  }

  read({ head: { id } }: TaskRecord): Promise<ReadTask> {
    return this.#call(() => {
      const { head } = this.#world.database.load(id) as SharedRecord; // tasks are never deleted
      return { head, text: foldLog(undefined, this.#world.database.entries(id)) };
    });
  }

  entries({ head }: TaskRecord, after: number, limit: number): Promise<readonly TextEntry[]> {
    return this.#call(() => this.#world.database.entries(head.id).slice(after, after + limit));
  }

  snapshotBefore({ head }: TaskRecord): Promise<LogSnapshot> {
    return this.#call(() => ({ seq: 1, generation: 1, json: taskJsonIn(this.#world.database.entries(head.id)[0]) }));
  }

  resolveAlias(scope: TaskRecord["head"]["scope"], alias: string): Promise<string | undefined> {
    return this.#call(() => this.#world.database.resolveAlias(scope, alias));
  }

  list(): Promise<ListedTasks> {
    return this.#call(() => {
      const tasks = this.#world.database.rows();
      return { tasks, totalSize: tasks.length };
    });
  }

  queued(limit: number): Promise<readonly string[]> {
    return this.#call(() => this.#world.database.claimable(limit));
  }

  // The engine asks `sharing` instead.
  seen(): undefined {}
  // The simulation has neither webhooks nor conversations nor quotas.
  conversation(): [] {
    return [];
  }
  webhooksOf(): [] {
    return [];
  }
  countWebhooks(): number {
    return 0;
  }
  dueWebhooks() {
    return { records: [] };
  }
  admit(): undefined {}
  dismiss(): void {}
  assertRoom(): void {}
  close(): void {
    this.#world.stores.delete(this.#process);
  }

  /** A hint from another process, which may get lost or be late. */
  hinted(id: string): void {
    void this.#process.soon().then(() => {
      this.#events.changed(id);
      this.#events.available("turns");
    });
  }

  #hint(id: string): void {
    for (const [process, store] of this.#world.stores) {
      if (process !== this.#process && this.#world.random.chance(0.6)) store.hinted(id);
    }
  }

  async #call<T>(work: () => T): Promise<T> {
    await this.#process.soon();
    if (this.#fails(FAILS)) throw storageUnavailable(new Error("the database is gone"));
    const result = work();
    await this.#process.soon();
    if (this.#fails(LOSES_ANSWER)) throw storageUnavailable(new Error("the answer is lost"));
    return result;
  }

  #fails(share: number): boolean {
    return !this.#world.outage.isOver && this.#world.random.chance(share);
  }
}

function positionOf(record: SharedRecord | undefined): [string, number][] {
  return record ? [[record.head.id, record.head.seq]] : [];
}

const NO_WEBHOOKS: Sharing["webhooks"] = {
  set: async (_, push) => push,
  delete: async () => false,
  claim: async () => [],
  isDue: async () => false,
  update: async () => undefined,
};
