import { describe, expect, it } from "vitest";
import { judgeStreams, judgeTasks } from "./verdict.ts";

const reading = (heapUsed: number) => ({ heapUsed, rss: 1, connections: 1 });
const kept = (finished: number, count: number, heapUsed: number) => ({ ...reading(heapUsed), finished, kept: count });
const soak = { before: reading(100), during: reading(300), after: reading(109), events: 7, problems: [] };

describe("the verdict on a soak", () => {
  it("allows memory for open streams, and growth by a tenth after they end", () => {
    expect(judgeStreams(soak)).toEqual([]);
    expect(judgeStreams({ ...soak, after: reading(112) })).toEqual([
      "the heap stayed 12.0 % larger than before the streams",
    ]);
  });

  it("reports the events that readers missed", () => {
    expect(judgeStreams({ ...soak, problems: ["soak-1: ended as nothing"] })).toEqual(["soak-1: ended as nothing"]);
  });

  it("allows the memory of a thousand tasks", () => {
    expect(judgeTasks({ readings: [kept(2_000, 1_000, 100), kept(9_000, 1_000, 105)], problems: [] })).toEqual([]);
    expect(judgeTasks({ readings: [kept(2_000, 1_000, 100), kept(9_000, 1_003, 150)], problems: ["m-1: no"] })).toEqual(
      [
        "m-1: no",
        "after 9000 tasks 1003 were kept, not 1000",
        "the heap grew by 50.0 % although the number of tasks did not",
      ],
    );
  });
});
