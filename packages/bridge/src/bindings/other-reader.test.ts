import type { JsonValue } from "@a2a/types";
import { expect, it } from "vitest";
import type { VersionCodec } from "../codec/version-codec.ts";
import { v0_1 } from "../versions/v0_1.ts";
import { v0_2 } from "../versions/v0_2.ts";
import { v0_3 } from "../versions/v0_3.ts";
import { v1_0 } from "../versions/v1_0.ts";
import { otherReader } from "./other-reader.ts";

const all = [v1_0, v0_3, v0_2, v0_1];
const readerOf = (name: string, spoken: VersionCodec, others: readonly VersionCodec[]) =>
  otherReader(spoken, others)(answers[name] ?? null) ?? spoken;

const answers: Record<string, JsonValue> = {
  wrapped: { task: { id: "t", status: { state: "TASK_STATE_WORKING" } } },
  bare: { id: "t", status: { state: "TASK_STATE_WORKING" } },
  numbered: { id: "t", status: { state: 2 } },
  tagged: { kind: "task", id: "t", contextId: "c", status: { state: "working" } },
  first: { id: "t", status: { state: "working" } },
  other: { configs: [] },
};

it.each<[string, VersionCodec, VersionCodec]>([
  ["wrapped", v0_3, v1_0],
  ["wrapped", v0_1, v1_0],
  ["bare", v0_3, v1_0],
  ["numbered", v1_0, v1_0],
  ["numbered", v0_3, v0_3],
  ["tagged", v1_0, v0_3],
  ["tagged", v0_1, v0_3],
  ["tagged", v0_2, v0_2],
  ["first", v1_0, v0_1],
  ["first", v0_3, v0_3],
  ["other", v0_1, v0_1],
])("reads a response that is %s in its own protocol version, whichever was requested", (name, spoken, expected) => {
  expect(readerOf(name, spoken, all).version).toBe(expected.version);
});

it("reads a response in the requested protocol version where no other is allowed", () => {
  expect(readerOf("wrapped", v0_3, [])).toBe(v0_3);
});
