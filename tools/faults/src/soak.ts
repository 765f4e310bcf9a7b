// `npm run faults -- soak`: many concurrent streams, then many tasks in sequence, and the memory they leave behind.
import { readArguments } from "test-kit/read-arguments";
import { type StreamSoak, soakStreams } from "./soak/soak-streams.ts";
import { soakTasks, type TaskSoak } from "./soak/soak-tasks.ts";
import { judgeStreams, judgeTasks, percent } from "./soak/verdict.ts";

const { values } = readArguments({
  options: {
    streams: { type: "string", default: "1000" },
    seconds: { type: "string", default: "120" },
    tasks: { type: "string", default: "100000" },
  },
});
const [streams, seconds, tasks] = [values.streams, values.seconds, values.tasks].map(readCount) as [
  number,
  number,
  number,
];

console.log(`${streams} streams for ${seconds} s, an event a second each`);
const flood = await soakStreams({ streams, seconds });
console.log(streamLines(flood, streams).join("\n"));
console.log(`\n${tasks} tasks through an engine in memory`);
const queue = await soakTasks(tasks);
console.log(taskLines(queue).join("\n"));

const broken = [...judgeStreams(flood), ...judgeTasks(queue)];
console.log(broken.length === 0 ? "\nAll limits hold." : `\n${broken.length} limits broken:`);
for (const problem of broken.slice(0, 20)) console.log(`  ${problem}`);
process.exitCode = broken.length === 0 ? 0 : 1;

function streamLines({ before, during, after, events }: StreamSoak, count: number): string[] {
  const perStream = (during.heapUsed - before.heapUsed) / count / 1024;
  return [
    ...[["before", before] as const, ["during", during] as const, ["after", after] as const].map(
      ([when, { heapUsed, rss }]) => `  ${when.padEnd(8)} heap ${megabytes(heapUsed)}  resident ${megabytes(rss)}`,
    ),
    `  ${events} events seen; ${perStream.toFixed(1)} KiB of heap per open stream and its task`,
    `  heap afterwards: ${percent(after.heapUsed / before.heapUsed - 1)} above before`,
  ];
}

function taskLines({ readings }: TaskSoak): string[] {
  return readings.map(
    ({ finished, kept, heapUsed, rss }) =>
      `  ${String(finished).padStart(8)} finished, ${kept} kept  heap ${megabytes(heapUsed)}  resident ${megabytes(rss)}`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1).padStart(6)} MiB`;
}

function readCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new TypeError(`expected a whole number above 0, found ${JSON.stringify(text)}`);
}
