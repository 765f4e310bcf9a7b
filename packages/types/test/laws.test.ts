import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Artifact,
  applyEvent,
  canTransition,
  copyTask,
  foldEvents,
  isInterrupted,
  isTerminal,
  type LogEvent,
  type Task,
  taskStates,
  userText,
} from "../src/index.ts";
import { mergeArtifact } from "../src/internal.ts";
import { TaskSchema } from "../src/schemas.ts";
import { artifact, logEvent, task, taskLog } from "../src/testing.ts";
import { counted } from "./counted.ts";

describe("the fold", () => {
  it("gives the same task for the same log, also after a trip through storage, and never changes an event", () => {
    fc.assert(
      fc.property(taskLog, (log) => {
        const stored: LogEvent[] = JSON.parse(JSON.stringify(log));
        const folded = foldEvents(deepFreeze(log));
        expect(foldEvents(log)).toStrictEqual(folded);
        expect(foldEvents(stored)).toStrictEqual(folded);
      }),
    );
  });

  it("of a log is the fold of its second part over that of its first", () => {
    fc.assert(
      fc.property(taskLog, fc.nat(), (log, cut) => {
        const position = 1 + (cut % log.length);
        const first = foldEvents(log.slice(0, position));
        const resumed = copyTask(first ?? missing());
        for (const event of log.slice(position)) applyEvent(resumed, event);
        expect(resumed).toStrictEqual(foldEvents(log));
      }),
    );
  });

  it("of events in any order is a valid task, or none where there is no task among them", () => {
    fc.assert(
      fc.property(fc.array(logEvent, { maxLength: 8 }), (log) => {
        const folded = foldEvents(log);
        expect(folded !== undefined).toBe(log.some((event) => "task" in event));
        if (folded) expect(TaskSchema.parse(folded)).toStrictEqual(folded);
      }),
    );
  });

  it("leaves the task it was copied from alone", () => {
    fc.assert(
      fc.property(task, taskLog, (original, log) => {
        const copy = copyTask(deepFreeze(original));
        for (const event of log.slice(1)) applyEvent(copy, event);
        expect(copyTask(original)).toStrictEqual(original);
      }),
    );
  });

  it("keeps every part of every chunk, in order", () => {
    fc.assert(
      fc.property(fc.array(artifact, { minLength: 1, maxLength: 6 }), (chunks) => {
        const folded = start();
        for (const chunk of chunks) applyEvent(folded, chunkEvent({ ...chunk, artifactId: "report" }));
        expect(folded.artifacts?.[0]?.parts).toStrictEqual(chunks.flatMap((chunk) => chunk.parts));
      }),
    );
  });
});

describe("the cost of folding", () => {
  const text = (number: number) => ({ parts: [{ text: `line ${number}` }], metadata: { number } });
  const streams: Record<string, (number: number) => LogEvent> = {
    "chunks of one artifact": (number) => chunkEvent({ artifactId: "report", extensions: ["x"], ...text(number) }),
    "an artifact each": (number) => chunkEvent({ artifactId: `report-${number}`, ...text(number) }),
    "chunks of ten artifacts in turn": (number) => chunkEvent({ artifactId: `report-${number % 10}`, ...text(number) }),
    "replacements of one artifact": (number) => ({
      artifactUpdate: { ...owner, artifact: { artifactId: "report", ...text(number) } },
    }),
    "status updates with messages": (number) => ({
      statusUpdate: { ...owner, status: { state: "TASK_STATE_WORKING", message: userText(`step ${number}`) } },
    }),
    "messages of the user": (number) => ({ received: userText(`turn ${number}`) }),
  };

  it.each(Object.entries(streams))(
    "grows with %s, not with the task: 10 times the events, at most 12 times the work",
    (_, event) => {
      expect(work(applyEvent, event, 500)).toBeLessThanOrEqual(12 * work(applyEvent, event, 50));
    },
  );

  it("is counted in a way that a fold which copies the artifact for each chunk would not pass", () => {
    const event = streams["chunks of one artifact"] ?? missing();
    expect(work(copyingFold, event, 500)).toBeGreaterThan(12 * work(copyingFold, event, 50));
  });

  it("is counted in a way that a fold which searches all artifacts for each chunk would not pass", () => {
    const event = streams["an artifact each"] ?? missing();
    expect(work(searchingFold, event, 500)).toBeGreaterThan(12 * work(searchingFold, event, 50));
  });
});

describe("transitions", () => {
  it("never leave a terminal state, never lead to no state, and reach every other one", () => {
    for (const from of taskStates) {
      const targets = taskStates.filter((to) => canTransition(from, to));
      expect(targets).not.toContain("TASK_STATE_UNSPECIFIED");
      if (isTerminal(from)) expect(targets).toStrictEqual([]);
      else
        expect(targets).toEqual(expect.arrayContaining(taskStates.filter((to) => isTerminal(to) || isInterrupted(to))));
    }
  });

  it("let a waiting state repeat, and do not lead from working back to submitted", () => {
    for (const state of taskStates) {
      const repeats = !isTerminal(state) && state !== "TASK_STATE_UNSPECIFIED";
      expect(canTransition(state, state)).toBe(repeats);
    }
    expect(canTransition("TASK_STATE_WORKING", "TASK_STATE_SUBMITTED")).toBe(false);
    expect(canTransition("TASK_STATE_INPUT_REQUIRED", "TASK_STATE_SUBMITTED")).toBe(true);
  });
});

describe("mergeArtifact", () => {
  it("never changes the chunk, whatever follows it", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(artifact, fc.boolean()), { maxLength: 6 }), (chunks) => {
        const artifacts: Artifact[] = [];
        for (const [chunk, append] of chunks)
          mergeArtifact(artifacts, deepFreeze({ ...chunk, artifactId: "a" }), append);
        expect(artifacts.length).toBe(Math.min(chunks.length, 1));
      }),
    );
  });

  it("keeps a __proto__ key of metadata as data", () => {
    const chunk = (json: string): Artifact => ({ artifactId: "a", parts: [{ text: "" }], metadata: JSON.parse(json) });
    const artifacts: Artifact[] = [];
    mergeArtifact(artifacts, chunk('{"__proto__":{"admin":true},"a":1}'));
    mergeArtifact(artifacts, chunk('{"__proto__":{"admin":false},"b":2}'), true);
    expect(JSON.stringify(artifacts[0]?.metadata)).toBe('{"__proto__":{"admin":false},"a":1,"b":2}');
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });
});

const owner = { taskId: "t", contextId: "c" };

function start(): Task {
  return { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
}

function chunkEvent(chunk: Artifact): LogEvent & { artifactUpdate: object } {
  return { artifactUpdate: { ...owner, artifact: chunk, append: true } };
}

type Fold = (task: Task, event: LogEvent) => void;

/** How often the task was touched while so many events were folded into it. */
function work(fold: Fold, event: (number: number) => LogEvent, events: number): number {
  const watched = counted(start());
  for (let number = 0; number < events; number++) fold(watched.value, event(number));
  return watched.accesses();
}

const copyingFold: Fold = (current, event) => {
  if (!("artifactUpdate" in event)) return;
  const { artifact: chunk } = event.artifactUpdate;
  const parts = [...(current.artifacts?.[0]?.parts ?? []), ...chunk.parts];
  current.artifacts = [{ ...chunk, parts }];
};

const searchingFold: Fold = (current, event) => {
  if (!("artifactUpdate" in event)) return;
  const { artifact: chunk } = event.artifactUpdate;
  current.artifacts ??= [];
  const known = current.artifacts.find((one) => one.artifactId === chunk.artifactId);
  if (known) known.parts.push(...chunk.parts);
  else current.artifacts.push(chunk);
};

function missing(): never {
  throw new Error("the case is missing");
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
