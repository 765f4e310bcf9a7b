import type { Io } from "../cli/io.ts";

/** Waits for SIGINT or SIGTERM. */
export async function untilStopped({ signal }: Io): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once("SIGTERM", resolve);
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
