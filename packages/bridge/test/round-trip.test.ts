import type { A2AError, JsonValue, StreamResponse, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "@a2a/types";
import * as model from "@a2a/types/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OperationTable, VersionCodec } from "../src/index.ts";
import { v0_1 } from "../src/v0_1.ts";
import { v0_2 } from "../src/v0_2.ts";
import { v0_3 } from "../src/v0_3.ts";

const RUNS = { numRuns: 1000 };
/** In 0.2 an absent `final` is false; it is read so, and written. */
const finalStated = model.v0_2.statusUpdate.map((event) => ({ final: false, ...event }));
const options = () => ({ sideTable: new Map<string, JsonValue>() });

/** The rows every older generation has, in the form this test uses them. */
type Table = Required<Omit<OperationTable, "listTasks" | "getExtendedAgentCard">>;
const rows = (codec: VersionCodec) => codec.operations as Table;

/** what the model says survives any older generation, as long as the peer echoes metadata. */
describe.each([v0_3, v0_2, v0_1])("R-239 up(down(y)) = y through $version", (codec) => {
  const table = rows(codec);
  const law = <T>(name: string, values: fc.Arbitrary<T>, there: (y: T) => JsonValue, back: (x: JsonValue) => T) =>
    it(name, () => {
      fc.assert(
        fc.property(values, (y) => {
          expect(back(overTheWire(there(y)))).toEqual(y);
        }),
        RUNS,
      );
    });

  for (const name of ["sendMessage", "getTask", "cancelTask", "subscribeToTask"] as const) {
    const requests = {
      sendMessage: model.sendMessageRequest,
      getTask: model.getTaskRequest,
      cancelTask: model.cancelTaskRequest,
      subscribeToTask: model.subscribeToTaskRequest,
    };
    const row = table[name] as Table["sendMessage"];
    law(`${name} request`, requests[name] as typeof model.sendMessageRequest, row.encodeInput, row.decodeInput);
  }
  law("answer", model.sendMessageResponse, table.sendMessage.encodeOutput, table.sendMessage.decodeOutput);
  law("task", model.task, table.getTask.encodeOutput, table.getTask.decodeOutput);
  law("card", model.agentCard.map(withoutSignatures), codec.card.encode, codec.card.decode);

  it("push configuration", () => {
    fc.assert(
      fc.property(model.createTaskPushNotificationConfigRequest, (y) => {
        const row = table.getTaskPushNotificationConfig;
        const beside = options();
        expect(row.decodeOutput(overTheWire(row.encodeOutput(y, beside)), beside)).toEqual(y);
      }),
      RUNS,
    );
  });

  it("error", () => {
    fc.assert(
      fc.property(model.a2aError, (y) => {
        const wire = codec.errors.encode(y);
        expect(facts(codec.errors.decode(overTheWire({ ...wire }) as unknown as typeof wire))).toEqual(facts(y));
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
        const events = encoder.push(event).flatMap((frame) => decoder.push(overTheWire(frame)));
        expect(events).toEqual([event]);
      }),
      RUNS,
    );
  });
});

/** What an older peer says comes back to it word for word. */
describe.each([
  { codec: v0_3, wires: { ...model.v0_3, send: model.v0_3.messageSendParams } },
  { codec: v0_2, wires: { ...model.v0_2, send: model.v0_2.messageSendParams, statusUpdate: finalStated } },
  { codec: v0_1, wires: { ...model.v0_1, send: model.v0_1.taskSendParams } },
])("R-239 down(up(x)) = x in $codec.version", ({ codec, wires }) => {
  const table = rows(codec);
  const law = <T>(name: string, values: fc.Arbitrary<unknown>, up: (x: JsonValue) => T, down: (y: T) => JsonValue) =>
    it(name, () => {
      fc.assert(
        fc.property(values, (x) => {
          expect(down(up(overTheWire(x as JsonValue)))).toEqual(x);
        }),
        RUNS,
      );
    });

  law("sendMessage request", wires.send, table.sendMessage.decodeInput, table.sendMessage.encodeInput);
  law("task", wires.task, table.getTask.decodeOutput, table.getTask.encodeOutput);
  law("answer", wires.task, table.sendMessage.decodeOutput, table.sendMessage.encodeOutput);
  law("cancelTask request", wires.taskIdParams, table.cancelTask.decodeInput, table.cancelTask.encodeInput);
  // The metadata of reading requests has no place in 1.0; it is an attribute of the request and not of what it reads.
  const query = (wires.taskQueryParams as fc.Arbitrary<object>).map((params) => ({ ...params, metadata: undefined }));
  law("getTask request", query.map(dropUndefined), table.getTask.decodeInput, table.getTask.encodeInput);
  law("card", (wires.agentCard as fc.Arbitrary<object>).map(withoutSignatures), codec.card.decode, codec.card.encode);

  it("push configuration", () => {
    fc.assert(
      fc.property(wires.taskPushConfig as fc.Arbitrary<JsonValue & object>, (x) => {
        fc.pre(!("pushNotificationConfig" in x) || x.pushNotificationConfig !== null);
        const row = table.getTaskPushNotificationConfig;
        const beside = options();
        expect(row.encodeOutput(row.decodeOutput(x, beside), beside)).toEqual(x);
      }),
      RUNS,
    );
  });

  it("status and artifact events", () => {
    fc.assert(
      fc.property(fc.oneof(wires.statusUpdate, wires.artifactUpdate) as fc.Arbitrary<JsonValue & object>, (x) => {
        const decoder = table.sendStreamingMessage.decoder();
        const encoder = table.sendStreamingMessage.encoder();
        for (const event of decoder.push(startOf(codec, x))) encoder.push(event);
        expect(decoder.push(overTheWire(x)).flatMap((event) => encoder.push(event))).toEqual([x]);
      }),
      RUNS,
    );
  });
});

function overTheWire(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

function toEvent(update: TaskStatusUpdateEvent | TaskArtifactUpdateEvent): StreamResponse {
  return "status" in update ? { statusUpdate: update } : { artifactUpdate: update };
}

/** A first event, so that the one under test is not also the beginning of its stream. */
function startOf(codec: VersionCodec, x: object): JsonValue {
  const ids = x as { id: string; taskId: string; contextId: string };
  if (codec.version === "0.1") return { id: ids.id, status: { state: "working" } };
  return { kind: "task", id: ids.taskId, contextId: ids.contextId, status: { state: "working" } };
}

function withoutSignatures<T extends object>(card: T): T {
  const { signatures: _, ...rest } = card as T & { signatures?: unknown };
  return rest as T;
}

function dropUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

function facts({ code, message, metadata, violations, details, retryAfterMs }: A2AError) {
  return { code, message, metadata, violations, details, retryAfterMs };
}
