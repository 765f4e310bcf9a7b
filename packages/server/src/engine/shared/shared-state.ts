import type { Scheduler } from "../../util/scheduler.ts";
import { EngineState } from "../live/engine-state.ts";
import type { EngineOptions } from "../port/engine-options.ts";
import type { SharedEvents, SharedTaskStore } from "../store/sharing.ts";
import { SharedTasks } from "./shared-tasks.ts";

/** The state of an engine that shares its storage with others. */
export class SharedState extends EngineState implements SharedEvents {
  declare readonly store: SharedTaskStore;
  declare readonly tasks: SharedTasks;
  /** When the leases were last renewed, by the monotonic clock. */
  renewedAt: number;

  constructor(openStore: (events: SharedEvents) => SharedTaskStore, options: EngineOptions, scheduler: Scheduler) {
    super((events) => openStore(events as SharedState), options, scheduler); // a state passes itself
    this.renewedAt = scheduler.elapsed();
  }

  protected override createTasks(): SharedTasks {
    return new SharedTasks(this);
  }

  /** Whether the leases that this engine holds are certainly still valid. */
  get isFresh(): boolean {
    return this.scheduler.elapsed() - this.renewedAt < 0.9 * this.store.sharing.leaseMs;
  }

  changed(taskId: string): void {
    const task = this.tasks.peek(taskId);
    if (!task?.record) return;
    if (task.isOwned) this.takeNotes([taskId]);
    else if (task.isRead) this.tasks.refresh(taskId);
    else this.tasks.forget(taskId);
  }

  /** Takes the notes of tasks whose leases this engine holds. */
  takeNotes(taskIds: readonly string[]): void {
    this.store.sharing.notes(taskIds).then(
      (notes) => {
        for (const [taskId, left] of notes) {
          const task = this.tasks.peek(taskId);
          if (task?.isOwned && task.record) task.takeNotes(left);
        }
      },
      // The next poll looks again.
      () => undefined,
    );
  }

  available(queue: "turns" | "webhooks"): void {
    this[queue].wake();
  }

  stalled(error: Error): void {
    this.queue.stall(error);
  }
}
