import { statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "@a2a/types";
import { callAs, textMessage } from "../attacker.ts";
import { type Outcome, type Scenario, type Stage, setStage } from "../scenario.ts";
import type { Fault } from "../victim/database-faults.ts";
import type { Storage, Store } from "../victim/storage.ts";

const CALLER = "token-load";
/** How long a task may take to end after the outage. */
const RECOVERY_MS = 5_000;
/** For how long tasks begin after the outage. */
const AFTER_MS = 5_000;
/** The output of the victim's slow tasks. */
const WHOLE = "0 1 2 3 4 5 6 7 ";

/** Breaks the storage; the function returned repairs it. */
type Break = (stage: Stage) => Promise<() => Promise<void>>;

interface Outage {
  readonly name: string;
  /** Default SQLite. */
  readonly store?: Store;
  /** The fault, and how it is caused. */
  readonly sent: (storage: Storage) => string;
  /** The size of the file system, in MB, where one can be mounted. */
  readonly megabytes?: number;
  readonly breakStorage: Break;
}

function outage({ name, store = "SQLite", sent, breakStorage, ...disk }: Outage): Scenario {
  return {
    name: `storage outage: ${name}`,
    async run(seconds) {
      await using stage = await setStage({}, { kind: "server", store }, { ...disk, isProxied: true });
      const found = await throughOutage(stage, () => breakStorage(stage), seconds);
      return { ...found, sent: `${sent(stage.storage)} for 10 s` };
    },
  };
}

async function throughOutage(
  stage: Stage,
  breakStorage: () => Promise<() => Promise<void>>,
  seconds: number,
): Promise<Omit<Outcome, "sent">> {
  const { url } = stage;
  const acknowledged = new Set<string>();
  let isOver = false;
  // Tasks begin before, during and after the outage, and take between no time and two seconds.
  const load = Array.from({ length: 16 }, async (_, n) => {
    while (!isOver) {
      const params = textMessage(`slow:${(n * 137) % 2_000}`, { returnImmediately: true });
      const answer = await callAs(CALLER, url, "SendMessage", params).catch(() => ({}) as JsonObject);
      const id = (answer.result as { task?: { id: string } } | undefined)?.task?.id;
      if (id !== undefined) acknowledged.add(id);
      await delay(50);
    }
  });
  await delay(1_000);
  const repair = await breakStorage();
  await delay(Math.max(seconds, 10) * 1_000);
  await repair();
  // In this time the write-ahead log takes more than a small disk has, unless it is emptied.
  await delay(AFTER_MS);
  isOver = true;
  await Promise.all(load);
  const deadline = performance.now() + RECOVERY_MS;
  let open = [...acknowledged];
  let lost = 0;
  let short = 0;
  let completed = 0;
  while (open.length > 0 && performance.now() < deadline) {
    const states = await Promise.all(open.map((id) => stateOf(url, id)));
    const count = (wanted: string) => states.filter((state) => state === wanted).length;
    lost += count("gone");
    short += count("short");
    completed += count("completed");
    open = open.filter((_, index) => states[index] === "open");
    if (open.length > 0) await delay(100);
  }
  const { growth, p99, calls, failed, problems } = await stage.measure();
  // Honest calls fail during the outage; afterwards they must not.
  const after = await callAs(CALLER, url, "SendMessage", textMessage("hello"));
  const isBack = JSON.stringify(after).includes("TASK_STATE_COMPLETED");
  return {
    growth,
    p99,
    calls,
    failed,
    lost,
    stuck: open.length,
    note: `${acknowledged.size} tasks acknowledged, ${completed} completed`,
    problems: [
      ...problems.filter((problem) => !problem.includes("honest calls failed")),
      ...(failed === 0 ? ["no call failed: there was no outage"] : []),
      ...(lost > 0 ? [`${lost} acknowledged tasks are gone`] : []),
      ...(short > 0 ? [`${short} tasks have other content than their agent yielded`] : []),
      ...(completed === 0 ? ["no task completed"] : []),
      ...(open.length > 0 ? [`${open.length} tasks neither ended nor continued within ${RECOVERY_MS / 1_000} s`] : []),
      ...(isBack ? [] : [`no answer after the outage: ${JSON.stringify(after).slice(0, 200)}`]),
    ],
  };
}

async function stateOf(url: string, id: string): Promise<"completed" | "failed" | "short" | "open" | "gone"> {
  const { result, error } = await callAs(CALLER, url, "GetTask", { id }).catch(() => ({}) as JsonObject);
  if ((error as { code?: number } | undefined)?.code === -32001) return "gone";
  const task = result as { status?: { state: string }; artifacts?: { parts: { text?: string }[] }[] } | undefined;
  const text = (task?.artifacts ?? []).flatMap(({ parts }) => parts.map((part) => part.text ?? "")).join("");
  const state = task?.status?.state ?? "";
  if (/COMPLETED/.test(state)) return text === WHOLE ? "completed" : "short";
  if (/FAILED|CANCELED|REJECTED/.test(state)) return WHOLE.startsWith(text) ? "failed" : "short";
  return "open";
}

const fault =
  (kind: Fault): Break =>
  async ({ victim }) => {
    await victim.ask({ fault: { kind, isOn: true } });
    return async () => void (await victim.ask({ fault: { kind, isOn: false } }));
  };

const lockFile: Break = async ({ storage }) => {
  const other = new DatabaseSync(String(storage.options.file));
  other.exec("pragma busy_timeout = 5000; begin exclusive");
  return async () => {
    other.exec("rollback");
    other.close();
  };
};

/** Where no small file system can be mounted, the database gets no further pages. */
const fillDisk: Break = async (stage) => {
  const { folder } = stage.storage;
  if (!folder?.isSmall) return fault("full")(stage);
  const { bavail, bsize } = statfsSync(folder.path);
  const filler = join(folder.path, "filler");
  try {
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail - 2) * bsize));
  } catch (error) {
    // The database may have grown meanwhile; the disk is full then.
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
  return async () => writeFileSync(filler, "");
};

const breakConnections =
  (how: "pause" | "refuse"): Break =>
  async ({ storage: { proxy } }) => {
    proxy?.[how]();
    return async () => proxy?.resume();
  };

/** Storage that fails for ten seconds under load. */
export const storageOutages: readonly Scenario[] = [
  outage({ name: "broken disk", sent: () => "every call to SQLite fails", breakStorage: fault("broken") }),
  outage({ name: "locked file", sent: () => "the file locked by another program", breakStorage: lockFile }),
  outage({
    name: "full disk",
    sent: ({ folder }) =>
      folder?.isSmall
        ? "a full disk, a tmpfs of 16 MB,"
        : "a full disk, by `PRAGMA max_page_count` as no tmpfs can be mounted,",
    // Smaller than the write-ahead log may become on a larger one.
    megabytes: 16,
    breakStorage: fillDisk,
  }),
  outage({
    name: "read-only",
    sent: () => "a read-only file, by `PRAGMA query_only`,",
    breakStorage: fault("read-only"),
  }),
  outage({
    name: "PostgreSQL refuses connections",
    store: "PostgreSQL",
    sent: () => "a proxy before PostgreSQL that resets all connections",
    breakStorage: breakConnections("refuse"),
  }),
  outage({
    name: "PostgreSQL does not answer",
    store: "PostgreSQL",
    sent: () => "a proxy before PostgreSQL that forwards nothing",
    breakStorage: breakConnections("pause"),
  }),
];
