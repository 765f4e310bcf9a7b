import { applyEvent, type LogEvent, type Task } from "@a2a/types";
import { type Benchmark, type Contestant, cpuTime, wallTime } from "../benchmark.ts";

const chunksPerRun = 200_000;

/** Folds streams of the given length, as many as make up the same number of chunks for every contestant. */
function streamsOf(length: number): Contestant {
  return {
    name: `${length.toLocaleString("en")} chunks`,
    operations: chunksPerRun,
    setup: () => {
      const events = Array.from({ length }, (_, index) => chunk(index));
      return {
        run: () => {
          for (let done = 0; done < chunksPerRun; done += length) {
            const task: Task = { id: "task-1", status: { state: "TASK_STATE_WORKING" } };
            for (const event of events) applyEvent(task, event);
            if (task.artifacts?.[0]?.parts.length !== length) throw new Error("a chunk got lost");
          }
          return undefined;
        },
      };
    },
  };
}

function chunk(index: number): LogEvent {
  const parts = [{ text: `${index} `.padEnd(64, "x") }];
  return {
    artifactUpdate: {
      taskId: "task-1",
      contextId: "context-1",
      artifact: { artifactId: "text", parts },
      append: index > 0,
    },
  };
}

/** A chunk must cost the chunk, however many came before it. */
const fold: Benchmark = {
  title: "Folding a stream into its task: cost per chunk by the length of the stream",
  baseline: "1,000 chunks",
  contestants: [streamsOf(1_000), streamsOf(10_000)],
  targets: [
    { contestant: "10,000 chunks", figure: cpuTime, atMost: 1.2 },
    { contestant: "10,000 chunks", figure: wallTime, atMost: 1.2 },
  ],
};

export default fold;
