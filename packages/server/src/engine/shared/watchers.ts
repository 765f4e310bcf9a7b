/** Callbacks by task, called when the task changes. An unwatched task costs nothing. */
export class Watchers {
  readonly #byTask = new Map<string, Set<() => void>>();

  /** Calls `wake` after every change of the task, until the returned function is called. */
  watch(taskId: string, wake: () => void): () => void {
    const watching = this.#byTask.get(taskId) ?? new Set();
    this.#byTask.set(taskId, watching);
    watching.add(wake);
    return () => {
      watching.delete(wake);
      if (watching.size === 0 && this.#byTask.get(taskId) === watching) this.#byTask.delete(taskId);
    };
  }

  /** The task changed. */
  wake(taskId: string): void {
    const watching = this.#byTask.size === 0 ? undefined : this.#byTask.get(taskId);
    if (watching) for (const wake of watching) wake();
  }

  /** Everything changed: the engine is closed. */
  wakeAll(): void {
    for (const taskId of [...this.#byTask.keys()]) this.wake(taskId);
  }

  /** The ids of the watched tasks. */
  watched(): string[] {
    return [...this.#byTask.keys()];
  }
}
