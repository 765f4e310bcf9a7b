import { pause, type Task } from "@a2a/types";

/** How a task is asked for again and again. */
export interface PollOptions {
  /** How long to wait between two questions. It grows while nothing changes, up to five times as much. Default 1,000. */
  pollIntervalMs?: number | undefined;
  signal?: AbortSignal | undefined;
  random?: (() => number) | undefined;
}

/** A task as it stood at one time, and whether it was another one before. */
export interface Polled {
  readonly task: Task;
  readonly changed: boolean;
}

/** A task, read again and again until the caller leaves. */
export async function* polled(
  read: () => Promise<Task>,
  { pollIntervalMs = 1_000, signal, random = Math.random }: PollOptions,
): AsyncGenerator<Polled, void, void> {
  let before: string | undefined;
  for (let unchanged = 0; ; ) {
    const task = await read();
    const now = JSON.stringify(task);
    unchanged = now === before ? unchanged + 1 : 0;
    before = now;
    yield { task, changed: unchanged === 0 };
    // A little chance keeps callers that began together from asking together.
    await pause(pollIntervalMs * Math.min(5, 1.2 ** unchanged) * (1 + 0.1 * random()), signal);
  }
}
