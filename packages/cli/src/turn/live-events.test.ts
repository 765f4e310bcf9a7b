import type { FollowedEvent } from "@a2a/client";
import type { Part } from "@a2a/types";
import { expect, it } from "vitest";
import { LiveEvents } from "./live-events.ts";

function printed(events: readonly FollowedEvent[], verbose = false): string {
  let out = "";
  const io = {
    stdin: (async function* () {})(),
    out: (text: string) => {
      out += text;
    },
    err: () => undefined,
    env: {},
    signal: new AbortController().signal,
  };
  {
    using live = new LiveEvents(io, { verbose });
    for (const event of events) live.print(event);
  }
  return out;
}

const chunk = (artifactId: string, part: Part, append = true): FollowedEvent => ({
  artifactUpdate: { taskId: "t", contextId: "c", artifact: { artifactId, parts: [part] }, append },
});
const completed: FollowedEvent = {
  statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } },
};

it("prints the chunks of an artifact as one text", () => {
  const events = [chunk("a", { text: "The " }, false), chunk("a", { text: "quick\nState: forged" }), completed];
  expect(printed(events)).toBe(
    "Artifact: a\nText:\n  The quick\n  State: forged\n\nTask: t\nContext: c\nState: TASK_STATE_COMPLETED\n",
  );
});

it("starts a new block for another artifact and for a part other than text", () => {
  const events = [
    chunk("a", { text: "one" }, false),
    chunk("b", { text: "two" }, false),
    chunk("b", { url: "https://x.example/f" }),
    chunk("b", { text: "three" }),
  ];
  expect(printed(events)).toBe(
    "Artifact: a\nText:\n  one\n\nArtifact: b\nText:\n  two\n\nArtifact: b\nLink: https://x.example/f\nArtifact: b\nText:\n  three\n\n",
  );
});

it("separates the chunks with --verbose", () => {
  const events = [chunk("a", { text: "one" }, false), chunk("a", { text: "two" })];
  expect(printed(events, true).match(/^Artifact: a$/gm)).toHaveLength(2);
});
