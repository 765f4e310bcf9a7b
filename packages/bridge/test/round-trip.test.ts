import { isDeepStrictEqual } from "node:util";
import {
  type A2AError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type StreamResponse,
  type TaskArtifactUpdateEvent,
  type TaskStatusUpdateEvent,
} from "@a2a/types";
import * as model from "@a2a/types/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OperationTable, VersionCodec } from "../src/index.ts";
import { COMPAT } from "../src/index.ts";
import { v0_1 } from "../src/v0_1.ts";
import { v0_2 } from "../src/v0_2.ts";
import { v0_3 } from "../src/v0_3.ts";
import * as proto from "./arbitraries/proto.ts";

const ALL = { numRuns: 1000 };
// The HTTP+JSON formats reuse codecs that the other formats have already exercised.
const FEWER = { numRuns: 120 };

/** The rows of every older protocol version, as this test uses them. */
type Table = Required<Omit<OperationTable, "listTasks">>;

// The HTTP+JSON formats of 0.3, selected as a server selects them.
const restForms = v0_3.restForms;
if (restForms === undefined) throw new Error("0.3 has two forms over HTTP+JSON");
const tagged = restForms.choose({ message: { kind: "message" } }) as Table;
const buffers = restForms.fallback as Table;
const bufferParts = restForms.choose({ message: { role: "ROLE_USER", parts: [] } }) as Table;

const spoken: { name: string; codec: VersionCodec; table: Table }[] = [
  { name: "0.3", codec: v0_3, table: v0_3.operations as Table },
  { name: "0.3 over HTTP+JSON, tagged", codec: v0_3, table: tagged },
  { name: "0.3 over HTTP+JSON, protocol buffers", codec: v0_3, table: buffers },
  { name: "0.3 over HTTP+JSON, protocol buffers with parts", codec: v0_3, table: bufferParts },
  { name: "0.2", codec: v0_2, table: v0_2.operations as Table },
  { name: "0.1", codec: v0_1, table: v0_1.operations as Table },
];

/** a model value survives any older protocol version, as long as the peer echoes metadata. */
describe.each(spoken)("R-239 up(down(y)) = y through $name", ({ codec, table }) => {
  const RUNS = table === codec.operations ? ALL : FEWER;
  const law = <T>(name: string, values: fc.Arbitrary<T>, there: (y: T) => JsonValue, back: (x: JsonValue) => T) =>
    it(name, () => {
      fc.assert(
        fc.property(values, (y) => same(back(overTheWire(there(y))), y)),
        RUNS,
      );
    });

  law("sendMessage request", model.sendMessageRequest, table.sendMessage.encodeInput, table.sendMessage.decodeInput);
  law("getTask request", model.getTaskRequest, table.getTask.encodeInput, table.getTask.decodeInput);
  law("cancelTask request", model.cancelTaskRequest, table.cancelTask.encodeInput, table.cancelTask.decodeInput);
  const { subscribeToTask } = table;
  law("subscribe request", model.subscribeToTaskRequest, subscribeToTask.encodeInput, subscribeToTask.decodeInput);
  law("answer", model.sendMessageResponse, table.sendMessage.encodeOutput, table.sendMessage.decodeOutput);
  law("task", model.task, table.getTask.encodeOutput, table.getTask.decodeOutput);

  const cards = table.getExtendedAgentCard ?? {
    encodeOutput: codec.card.encode,
    decodeOutput: codec.card.decode,
  };
  law("card", model.agentCard.map(withoutSignatures), cards.encodeOutput, cards.decodeOutput);

  it("push configuration", () => {
    fc.assert(
      fc.property(model.createTaskPushNotificationConfigRequest, (y) => {
        fc.pre(!/\//.test(y.taskId + y.id)); // a resource name cannot contain such ids
        const row = table.getTaskPushNotificationConfig;
        // A webhook has no metadata: members that a version lacks, such as the tenant, are lost.
        const wire = overTheWire(row.encodeOutput({ ...y, id: y.id ?? "c" }));
        same(row.encodeOutput(row.decodeOutput(wire)), wire);
      }),
      RUNS,
    );
  });

  it("error", () => {
    fc.assert(
      fc.property(model.a2aError, (y) => {
        const wire = codec.errors.encode(y);
        same(facts(codec.errors.decode(overTheWire({ ...wire }) as unknown as typeof wire)), facts(y));
      }),
      RUNS,
    );
  });

  it("status and artifact events", () => {
    fc.assert(
      fc.property(fc.oneof(model.statusUpdate, model.artifactUpdate), (update) => {
        const event = toEvent(update);
        const start: StreamResponse = {
          task: { id: update.taskId, contextId: update.contextId, status: { state: "TASK_STATE_WORKING" } },
        };
        const encoder = table.sendStreamingMessage.encoder();
        const decoder = table.sendStreamingMessage.decoder({ contextId: update.contextId });
        for (const frame of encoder.push(start)) decoder.push(overTheWire(frame));
        same(
          encoder.push(event).flatMap((frame) => decoder.push(overTheWire(frame))),
          [event],
        );
      }),
      RUNS,
    );
  });
});

/** In 0.2 an absent `final` means false, and is written as false. */
const finalStated = model.v0_2.statusUpdate.map((event) => ({ final: false, ...event }));

/** Values of an older peer round-trip verbatim. */
const natives = [
  {
    name: "0.3",
    table: v0_3.operations as Table,
    card: v0_3.card,
    wires: { ...model.v0_3, send: model.v0_3.messageSendParams },
  },
  {
    name: "0.2",
    table: v0_2.operations as Table,
    card: v0_2.card,
    wires: { ...model.v0_2, send: model.v0_2.messageSendParams, statusUpdate: finalStated },
  },
  {
    name: "0.1",
    table: v0_1.operations as Table,
    card: v0_1.card,
    wires: { ...model.v0_1, send: model.v0_1.taskSendParams },
  },
];

describe.each(natives)("R-239 down(up(x)) = x in $name", ({ name, table, card, wires }) => {
  const law = lawOf(ALL);
  law("sendMessage request", wires.send, table.sendMessage.decodeInput, table.sendMessage.encodeInput);
  law("task", wires.task, table.getTask.decodeOutput, table.getTask.encodeOutput);
  law("answer", wires.task, table.sendMessage.decodeOutput, table.sendMessage.encodeOutput);
  law("cancelTask request", wires.taskIdParams, table.cancelTask.decodeInput, table.cancelTask.encodeInput);
  // 1.0 has no metadata in read requests; it describes the request, not the task.
  const query = (wires.taskQueryParams as fc.Arbitrary<{ metadata?: unknown }>).map(({ metadata: _, ...rest }) => rest);
  law("getTask request", query, table.getTask.decodeInput, table.getTask.encodeInput);
  law("card", (wires.agentCard as fc.Arbitrary<object>).map(withoutSignatures), card.decode, card.encode);

  it("push configuration", () => {
    fc.assert(
      fc.property(wires.taskPushConfig as fc.Arbitrary<JsonValue & object>, (x) => {
        fc.pre(!("pushNotificationConfig" in x) || x.pushNotificationConfig !== null);
        const row = table.getTaskPushNotificationConfig;
        same(row.encodeOutput(row.decodeOutput(x)), x);
      }),
      ALL,
    );
  });

  it("status and artifact events", () => {
    fc.assert(
      fc.property(fc.oneof(wires.statusUpdate, wires.artifactUpdate) as fc.Arbitrary<JsonValue & object>, (x) => {
        const decoder = table.sendStreamingMessage.decoder();
        const encoder = table.sendStreamingMessage.encoder();
        for (const event of decoder.push(startOf(name, x))) encoder.push(event);
        same(
          decoder.push(overTheWire(x)).flatMap((event) => encoder.push(event)),
          [x],
        );
      }),
      ALL,
    );
  });
});

/** For peers that drop metadata and names of parts, both are written a second time; the comparison ignores that copy. */
describe("R-239 down(up(x)) = x in 0.3 over HTTP+JSON, protocol buffers", () => {
  const law = lawOf(FEWER, withoutCopies);
  // A request without a configuration waits, and is written so that its reader does.
  const explicit = (proto.sendRequest as fc.Arbitrary<JsonObject>).map((x) => ({
    configuration: { blocking: true },
    ...x,
  }));
  law("sendMessage request", explicit, buffers.sendMessage.decodeInput, buffers.sendMessage.encodeInput);
  law("task", proto.task, buffers.getTask.decodeOutput, buffers.getTask.encodeOutput);
  const answers = fc.oneof(
    fc.record({ task: proto.task }, { noNullPrototype: true }),
    fc.record({ message: proto.message }, { noNullPrototype: true }),
  );
  law("answer", answers, buffers.sendMessage.decodeOutput, buffers.sendMessage.encodeOutput);
  const { decodeOutput, encodeOutput } = buffers.getExtendedAgentCard;
  law("card", proto.card, decodeOutput, encodeOutput);

  it("push configuration", () => {
    fc.assert(
      fc.property(proto.pushConfig, (x) => {
        const row = buffers.getTaskPushNotificationConfig;
        same(row.encodeOutput(row.decodeOutput(overTheWire(x))), x);
      }),
      FEWER,
    );
  });

  it("status and artifact events", () => {
    const events = fc.oneof(
      fc.record({ statusUpdate: proto.statusUpdate }, { noNullPrototype: true }),
      fc.record({ artifactUpdate: proto.artifactUpdate }, { noNullPrototype: true }),
    );
    fc.assert(
      fc.property(events, (x) => {
        const decoder = buffers.sendStreamingMessage.decoder();
        const encoder = buffers.sendStreamingMessage.encoder();
        decoder.push({ task: { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } });
        const frames = decoder.push(overTheWire(x)).flatMap((event) => encoder.push(event));
        same(frames.map(withoutCopies), [x]);
      }),
      FEWER,
    );
  });

  it("restores members dropped by a peer of the initial release", () => {
    fc.assert(
      fc.property(model.task, (y) => {
        const wire = withoutLaterFields(overTheWire(buffers.getTask.encodeOutput(y)));
        same(buffers.getTask.decodeOutput(wire), y);
      }),
      FEWER,
    );
  });
});

function lawOf(runs: { numRuns: number }, normalize: (wire: JsonValue) => JsonValue = (wire) => wire) {
  return <T>(name: string, values: fc.Arbitrary<unknown>, up: (x: JsonValue) => T, down: (y: T) => JsonValue) =>
    it(name, () => {
      fc.assert(
        fc.property(values, (x) => same(normalize(down(up(overTheWire(x)))), x)),
        runs,
      );
    });
}

/** An equality assertion that is cheap on success and shows a diff on failure. */
function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

function overTheWire(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

function toEvent(update: TaskStatusUpdateEvent | TaskArtifactUpdateEvent): StreamResponse {
  return "status" in update ? { statusUpdate: update } : { artifactUpdate: update };
}

/** A first event, so that the one under test is not the first of its stream. */
function startOf(name: string, x: object): JsonValue {
  const ids = x as { id: string; taskId: string; contextId: string };
  if (name === "0.1") return { id: ids.id, status: { state: "working" } };
  return { kind: "task", id: ids.taskId, contextId: ids.contextId, status: { state: "working" } };
}

function withoutSignatures<T extends object>(card: T): T {
  const { signatures: _, ...rest } = card as T & { signatures?: unknown };
  return rest as T;
}

/** Messages and artifacts without the second copy of their parts' members. */
function withoutCopies(wire: JsonValue): JsonValue {
  return mapObjects(wire, (object) => {
    const { metadata } = object;
    const compat = isJsonObject(metadata) ? metadata[COMPAT] : undefined;
    if (!isJsonObject(metadata) || !isJsonObject(compat) || !isJsonObject(compat.parts)) return object;
    const { parts: _, emptyMetadata, ...others } = compat;
    const { [COMPAT]: __, ...rest } = metadata;
    if (Object.keys(others).length > 0) return { ...object, metadata: { ...rest, [COMPAT]: others } };
    const { metadata: ___, ...bare } = object;
    return Object.keys(rest).length > 0 || emptyMetadata === true ? { ...object, metadata: rest } : bare;
  });
}

/** A document after a peer has dropped metadata and names of parts. */
function withoutLaterFields(wire: JsonValue): JsonValue {
  return mapObjects(wire, (object) => {
    const isPart = ["text", "file", "data"].some((member) => Object.hasOwn(object, member)) && !("messageId" in object);
    if (!isPart) return object;
    const { metadata: _, ...part } = object;
    if (!isJsonObject(part.file)) return part;
    const { name: __, ...file } = part.file;
    return { ...part, file };
  });
}

/** Changes the objects of the protocol in a document, leaving free-form data alone. */
function mapObjects(wire: JsonValue, change: (object: JsonObject) => JsonObject): JsonValue {
  if (Array.isArray(wire)) return wire.map((element) => mapObjects(element, change));
  if (!isJsonObject(wire)) return wire;
  const entries = Object.entries(change(wire)).map(([key, value]): [string, JsonValue] => [
    key,
    key === "metadata" || key === "data" ? value : mapObjects(value, change),
  ]);
  return Object.fromEntries(entries);
}

function facts({ code, message, metadata, violations, details, retryAfterMs }: A2AError) {
  return { code, message, metadata, violations, details, retryAfterMs };
}
