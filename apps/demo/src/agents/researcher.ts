import { type AgentExecutor, artifact, status } from "@a2a/types";

/** How many findings a report holds. */
export const FINDINGS = 24;

/** What it says when it is run again after a crash. */
export const RESUMED = "Going on where I was interrupted";

/**
 * Streams a report, finding by finding. When it is cut off and run again it looks at what is in the log already and goes on from
 * there, so that nothing is found twice.
 */
export function researcher(everyMs: number): AgentExecutor {
  return async function* ({ task, signal, attempt }) {
    yield status("TASK_STATE_WORKING", attempt === 1 ? "Looking into it" : RESUMED);
    const done = task.artifacts?.find(({ artifactId }) => artifactId === "report")?.parts.length ?? 0;
    for (let n = done; n < FINDINGS; n++) {
      await pause(everyMs, signal);
      const parts = [{ text: `Finding ${n + 1}. ` }];
      yield artifact({ artifactId: "report", name: "report", parts }, n > 0 ? { append: true } : {});
    }
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
