import { pause, type Task } from "@a2a/types";

/** How a task is polled. */
export interface PollOptions {
  /** The interval. Unless `fixed`, it grows up to fivefold while nothing changes. Default 1,000. */
  pollIntervalMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Poll at exactly the interval. Default false. */
  fixed?: boolean | undefined;
  random?: (() => number) | undefined;
}

/** A task as it was read, and whether it has changed since. */
export interface Polled {
  readonly task: Task;
  readonly changed: boolean;
}

/** Polls a task until the caller leaves the loop. */
export async function* polled(
  read: () => Promise<Task>,
  { pollIntervalMs = 1_000, signal, fixed = false, random = Math.random }: PollOptions,
): AsyncGenerator<Polled, void, void> {
  let before: string | undefined;
  for (let unchanged = 0; ; ) {
    const task = await read();
    const now = JSON.stringify(task);
    unchanged = now === before ? unchanged + 1 : 0;
    before = now;
    yield { task, changed: unchanged === 0 };
    // Jitter keeps callers that began together from polling together.
    const factor = fixed ? 1 : Math.min(5, 1.2 ** unchanged) * (1 + 0.1 * random());
    await pause(pollIntervalMs * factor, signal);
  }
}
