import { type Change, StorageFailure, type TaskStore } from "../../src/engine/store/task-store.ts";
import type { Random } from "./random.ts";
import type { VirtualScheduler } from "./virtual-scheduler.ts";

/** How a store misbehaves, if at all; all but `none` break the rules of stores, and must be found. */
export type Fault = "none" | "forget messages" | "drop an entry" | "acknowledge a failed write";

/** A store whose writes take their time and fail for a while, as the seed decides. */
export function unreliable(
  store: TaskStore,
  {
    random,
    scheduler,
    outage,
    fault,
  }: {
    random: Random;
    scheduler: VirtualScheduler;
    outage: { isOver: boolean };
    fault: Fault;
  },
): TaskStore {
  let downUntil = 0;
  const fail = () => {
    if (outage.isOver) return undefined;
    if (scheduler.elapsed() < downUntil) return new StorageFailure(new Error("still down"), random.pick([0, 20]));
    if (!random.chance(0.08)) return undefined;
    downUntil = scheduler.elapsed() + random.below(80);
    return new StorageFailure(new Error("the disk is gone"), random.pick([0, 20]));
  };
  const write = (changes: readonly Change[]) => {
    const failure = fail();
    if (
      failure &&
      fault === "acknowledge a failed write" &&
      changes.every((change) => "record" in change && change.record)
    ) {
      return undefined;
    }
    if (failure) throw failure;
    if (fault === "drop an entry") {
      const long = changes.find((change) => change.kind === "task" && change.entries.length > 2);
      // Only a test takes an entry out of a change.
      if (long?.kind === "task" && random.chance(0.2)) (long.entries as unknown[]).splice(1, 1);
    }
    return store.write(changes);
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === "seen" && fault === "forget messages") return () => undefined;
      if (name === "write") {
        return (changes: readonly Change[]) =>
          random.chance(0.5) ? write(changes) : scheduler.soon().then(() => write(changes));
      }
      const member = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
