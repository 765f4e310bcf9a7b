import type { StreamSoak } from "./soak-streams.ts";
import type { TaskSoak } from "./soak-tasks.ts";

/** By how much the heap may be larger afterwards. */
const TOLERANCE = 0.1;
/** How many tasks an engine in memory keeps. */
const CAP = 1_000;

/** The limits that streams exceeded. */
export function judgeStreams({ before, after, problems }: StreamSoak): string[] {
  const growth = after.heapUsed / before.heapUsed - 1;
  return [
    ...problems,
    ...(growth > TOLERANCE ? [`the heap stayed ${percent(growth)} larger than before the streams`] : []),
  ];
}

/** The limits that finished tasks exceeded. */
export function judgeTasks({ readings, problems }: TaskSoak): string[] {
  const [first] = readings;
  const growth = first === undefined ? 0 : Math.max(...readings.map(({ heapUsed }) => heapUsed)) / first.heapUsed - 1;
  return [
    ...problems,
    ...readings
      .filter(({ finished, kept }) => kept !== Math.min(finished, CAP))
      .map(({ finished, kept }) => `after ${finished} tasks ${kept} were kept, not ${Math.min(finished, CAP)}`),
    ...(growth > TOLERANCE ? [`the heap grew by ${percent(growth)} although the number of tasks did not`] : []),
  ];
}

/** A ratio as a percentage. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
