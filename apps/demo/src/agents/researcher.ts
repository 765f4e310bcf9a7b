import { type AgentExecutor, artifact, extractText, pause, status, type Task } from "@a2a/types";

/** The number of findings in a report. */
export const FINDINGS = 24;

/** Its status text after a crash. */
export const RESUMED = "Resuming after an interruption";

/** The number of findings in a task. */
export function countFindings(task: Task): number {
  return extractText(task)?.match(/Finding \d+/g)?.length ?? 0;
}

/**
 * Streams a report, finding by finding. After a crash it counts the findings that are already in the log and continues from there.
 */
export function researcher(everyMs: number): AgentExecutor {
  return async function* ({ task, signal, attempt }) {
    yield status("TASK_STATE_WORKING", attempt === 1 ? "Researching" : RESUMED);
    const done = countFindings(task);
    for (let n = done; n < FINDINGS; n++) {
      await pause(everyMs, signal);
      const parts = [{ text: `Finding ${n + 1}. ` }];
      yield artifact({ artifactId: "report", name: "report", parts }, n > 0 ? { append: true } : {});
    }
  };
}
