import { createSharedEngine } from "../../src/engine/shared/shared-engine.ts";
import type { SharedEvents } from "../../src/engine/store/sharing.ts";
import type { StoreEvents, TaskStore } from "../../src/engine/store/task-store.ts";
import { createStoreEngine } from "../../src/engine/store-engine.ts";
import { checkWorld } from "./check.ts";
import { SimulatedProcess } from "./process.ts";
import { Random } from "./random.ts";
import { SharedDatabase, type SharedFault } from "./shared-database.ts";
import { SharedStore, type SharedWorld } from "./shared-store.ts";
import { type Fault, unreliable } from "./unreliable-store.ts";
import { VirtualScheduler } from "./virtual-scheduler.ts";
import { World } from "./world.ts";

/** What to simulate. */
export interface Simulation {
  readonly seed: number;
  /** An agent that completes its task although some of its output was refused; the simulation must find it. */
  readonly completesAnyway?: boolean;
}

/** One engine on a storage of its own. */
export interface OwnedSimulation extends Simulation {
  /** Opens the store under test. */
  open(events: StoreEvents, scheduler: VirtualScheduler): TaskStore;
  /** A fault of the store that the simulation must find. */
  readonly fault?: Fault;
}

/** Several engines on one storage. */
export interface SharedSimulation extends Simulation {
  /** A fault of the storage that the simulation must find. */
  readonly fault?: SharedFault;
}

const PROCESSES = 3;
const LEASE_MS = 120;
const POLL_MS = 25;

/**
 * Runs callers, agents, readers and cancels against an engine in virtual time, over a store that is slow and fails, and returns
 * every violation of a guarantee. The same seed does the same again.
 */
export async function simulate({
  seed,
  open,
  fault = "none",
  completesAnyway = false,
}: OwnedSimulation): Promise<string[]> {
  const random = new Random(seed);
  const scheduler = new VirtualScheduler(random);
  const outage = { isOver: false };
  const process = new SimulatedProcess("0", scheduler);
  const engine = createStoreEngine(
    (events) => unreliable(open(events, scheduler), { random, scheduler, outage, fault }),
    engineOptions(random, scheduler, 0),
    process,
  );
  process.host(engine);
  const world = new World([process], scheduler, random, completesAnyway);
  await world.runCallers();
  outage.isOver = true;
  await scheduler.run(() => world.isQuiet);
  return finish(world, scheduler);
}

/**
 * The same with several engines on one storage, in processes whose clocks differ, that stop for longer than their leases last, and
 * that die and are replaced. Calls to the storage are late, fail or lose their answers; hints get lost.
 */
export async function simulateShared({
  seed,
  fault = "none",
  completesAnyway = false,
}: SharedSimulation): Promise<string[]> {
  const random = new Random(seed);
  const scheduler = new VirtualScheduler(random);
  const outage = { isOver: false };
  const database = new SharedDatabase(LEASE_MS, () => scheduler.elapsed(), fault);
  const shared: SharedWorld = { database, random, leaseMs: LEASE_MS, pollMs: POLL_MS, outage, stores: new Map() };
  const processes: SimulatedProcess[] = [];
  const world = new World(processes, scheduler, random, completesAnyway);
  let ids = 0;
  const startProcess = () => {
    const process = new SimulatedProcess(String(processes.length), scheduler);
    const open = (events: SharedEvents) => new SharedStore(shared, process, events);
    const options = {
      ...engineOptions(random, scheduler, random.below(10_000)),
      createId: () => `id-${padded(ids++)}`,
    };
    process.host(createSharedEngine(open, options, process));
    processes.push(process);
    void world.recover(process);
  };
  for (let n = 0; n < PROCESSES; n++) startProcess();
  const stopTrouble = scheduler.every(150, () => {
    const process = random.pick(world.alive);
    if (random.chance(0.25)) {
      process.kill();
      shared.stores.delete(process);
      startProcess();
    } else if (random.chance(0.4)) {
      process.pause();
      scheduler.after(random.below(3 * LEASE_MS), () => process.resume());
    }
  });
  await world.runCallers();
  stopTrouble();
  outage.isOver = true;
  for (const process of world.alive) process.resume();
  await scheduler.run(() => world.isQuiet && database.isSettled, MAX_STEPS);
  return finish(world, scheduler);
}

const MAX_STEPS = 60_000;

/** Checks what is stored, and closes the engines. */
async function finish(world: World, scheduler: VirtualScheduler): Promise<string[]> {
  let problems: string[] | undefined;
  const closing = checkWorld(world).then(async (found) => {
    problems = found;
    world.end();
    await Promise.all(world.alive.map(({ engine }) => engine.close({ drainMs: 0 })));
  });
  let isClosed = false;
  let failure: unknown;
  void closing.then(
    () => {
      isClosed = true;
    },
    (error: unknown) => {
      isClosed = true;
      failure = error;
    },
  );
  await scheduler.run(() => isClosed, MAX_STEPS);
  if (failure !== undefined) throw failure;
  return problems ?? [];
}

function engineOptions(random: Random, scheduler: VirtualScheduler, skewMs: number) {
  let ids = 0;
  return {
    now: () => 1_800_000_000_000 + scheduler.elapsed() + skewMs,
    elapsed: () => scheduler.elapsed(),
    createId: () => `id-${padded(ids++)}`,
    retryMs: random.pick([0, 40, 1_000]),
  };
}

function padded(id: number): string {
  return String(id).padStart(4, "0");
}
