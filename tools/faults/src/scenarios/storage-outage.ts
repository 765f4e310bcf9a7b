import { execFileSync } from "node:child_process";
import { mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "@a2a/types";
import { callAs, textMessage } from "../attacker.ts";
import { type Outcome, type Scenario, setStage } from "../scenario.ts";

const CALLER = "token-load";
/** How long a task may take to end or go on after the outage. */
const RECOVERY_MS = 5_000;

/** Breaks the storage; the function returned repairs it. */
type Break = (file: string) => () => void;

function outage(name: string, sent: string, breakStorage: Break, folderOf: () => Promise<Folder>): Scenario {
  return {
    name,
    async run(seconds) {
      let folder: Folder;
      try {
        folder = await folderOf();
      } catch (error) {
        return { sent, note: `not possible here: ${String(error).slice(0, 80)}`, problems: [] };
      }
      try {
        return { ...(await throughOutage(join(folder.path, "tasks.db"), breakStorage, seconds)), sent };
      } finally {
        await folder.remove();
      }
    },
  };
}

async function throughOutage(file: string, breakStorage: Break, seconds: number): Promise<Omit<Outcome, "sent">> {
  await using stage = await setStage({ file });
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
  const repair = breakStorage(file);
  await delay(Math.max(seconds, 10) * 1_000);
  repair();
  isOver = true;
  await Promise.all(load);
  const deadline = performance.now() + RECOVERY_MS;
  let open = [...acknowledged];
  let lost = 0;
  while (open.length > 0 && performance.now() < deadline) {
    const states = await Promise.all(open.map((id) => stateOf(url, id)));
    lost += states.filter((state) => state === "gone").length;
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
    note: `${acknowledged.size} tasks acknowledged`,
    problems: [
      ...problems.filter((problem) => !problem.includes("honest calls failed")),
      ...(lost > 0 ? [`${lost} acknowledged tasks are gone`] : []),
      ...(open.length > 0 ? [`${open.length} tasks neither ended nor went on within ${RECOVERY_MS / 1_000} s`] : []),
      ...(isBack ? [] : [`no answer after the outage: ${JSON.stringify(after).slice(0, 200)}`]),
    ],
  };
}

async function stateOf(url: string, id: string): Promise<"over" | "open" | "gone"> {
  const { result, error } = await callAs(CALLER, url, "GetTask", { id }).catch(() => ({}) as JsonObject);
  if ((error as { code?: number } | undefined)?.code === -32001) return "gone";
  const state = (result as { status?: { state: string } } | undefined)?.status?.state ?? "";
  return /COMPLETED|FAILED|CANCELED|REJECTED/.test(state) ? "over" : "open";
}

interface Folder {
  readonly path: string;
  remove(): Promise<void>;
}

async function plainFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "a2a-outage-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A small file system of its own, which needs the rights to mount one. */
async function smallFolder(): Promise<Folder> {
  const { path, remove } = await plainFolder();
  const mounted = join(path, "disk");
  mkdirSync(mounted);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", mounted], { stdio: "pipe" });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    path: mounted,
    async remove() {
      execFileSync("umount", ["-l", mounted]);
      await remove();
    },
  };
}

const lockFile: Break = (file) => {
  const other = new DatabaseSync(file);
  other.exec("pragma busy_timeout = 5000; begin exclusive");
  return () => {
    other.exec("rollback");
    other.close();
  };
};

const fillDisk: Break = (file) => {
  const folder = join(file, "..");
  const { bavail, bsize } = statfsSync(folder);
  const path = join(folder, "filler");
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail - 2) * bsize));
  return () => writeFileSync(path, "");
};

/** Storage that fails for ten seconds under load. */
export const storageOutages: readonly Scenario[] = [
  outage("storage outage: locked file", "the file locked by another program for 10 s", lockFile, plainFolder),
  outage("storage outage: full disk", "a full disk for 10 s, a tmpfs of 16 MB", fillDisk, smallFolder),
];
