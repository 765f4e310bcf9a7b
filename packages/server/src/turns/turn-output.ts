import { type TurnOutput, textOf } from "@a2a/types";
import type { Lease, StoredTask, TaskEngine } from "../engine/port/task-engine.ts";
import type { Steps } from "./to-events.ts";

/** The output of a turn that starts from the beginning. */
export const NO_OUTPUT: TurnOutput = Object.freeze({ count: 0, text: "", parts: [] });

/**
 * Reads the text and parts that earlier attempts of a turn stored, so that its steps continue them. The log holds every yield; the task
 * only holds parts, which consist of many.
 */
export async function resumeOutput(
  engine: TaskEngine,
  { scope, taskId, seq }: Lease,
  stored: StoredTask,
  steps: Steps,
): Promise<TurnOutput> {
  const { answerId } = steps;
  const artifact = stored.task.artifacts?.find(({ artifactId }) => artifactId === answerId);
  if (!artifact) return NO_OUTPUT;
  steps.resume();
  const count = await countYields(engine, { scope, taskId, after: seq, until: stored.seq }, answerId);
  return { count, text: textOf(artifact), parts: artifact.parts };
}

async function countYields(
  engine: TaskEngine,
  { scope, taskId, after, until }: Pick<Lease, "scope" | "taskId"> & { after: number; until: number },
  artifactId: string,
): Promise<number> {
  let count = 0;
  if (after >= until) return count;
  for await (const entries of engine.subscribe(scope, taskId, { after })) {
    for (const { seq, event } of entries) {
      if ("artifactUpdate" in event && event.artifactUpdate.artifact.artifactId === artifactId) {
        count = event.artifactUpdate.append ? count + 1 : 1;
      }
      if (seq >= until) return count;
    }
  }
  return count;
}
