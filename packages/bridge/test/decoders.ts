import { type A2AError, errorCodes, isJsonObject, type JsonValue, type OperationName } from "@a2a/types";
import * as s from "@a2a/types/internal/schema";
import * as model from "@a2a/types/schemas";
import * as arbitrary from "@a2a/types/testing";
import * as fc from "fast-check";
import type { CodecOptions, OperationTable, VersionCodec, WireError } from "../src/index.ts";
import { operationNames } from "../src/index.ts";
import { v0_1 } from "../src/v0_1.ts";
import { v0_2 } from "../src/v0_2.ts";
import { v0_3 } from "../src/v0_3.ts";
import { v1_0 } from "../src/v1_0.ts";
import * as proto from "./arbitraries/proto.ts";

/** A decoder of peer input, whose output must match the model for any input. */
export interface Decoder {
  readonly name: string;
  readonly decode: (wire: JsonValue, options: CodecOptions) => unknown;
  /** The schema of its output. */
  readonly schema: s.Schema;
  /** Encodes its output. */
  readonly encode?: (value: never, options: CodecOptions) => JsonValue;
  /** Seed documents: of peers, and of our own encoders. */
  readonly documents: fc.Arbitrary<JsonValue>;
}

/** Every decoder of every protocol version and format, in both directions. */
export function allDecoders(): Decoder[] {
  return [
    ...[v1_0, v0_3, v0_2, v0_1].flatMap((codec) => [
      ...rowsOf(`${codec.version} JSON-RPC`, codec.operations, natives(codec)),
      ...othersOf(codec),
    ]),
    ...restTables().flatMap(([name, table, wires]) => rowsOf(name, table, wires)),
  ];
}

function restTables(): [string, OperationTable, Natives][] {
  const forms = v0_3.restForms;
  if (forms === undefined) throw new Error("0.3 has two forms over HTTP+JSON");
  return [
    ["0.3 tagged", forms.choose({ message: { kind: "message" } }), { send: arbitrary.v0_3.messageSendParams }],
    [
      "0.3 protocol buffers",
      forms.fallback,
      {
        send: proto.sendRequest,
        task: proto.task,
        answer: fc.record({ task: proto.task }),
        push: proto.pushConfig,
        card: proto.card,
        event: fc.oneof(
          fc.record({ statusUpdate: proto.statusUpdate }),
          fc.record({ artifactUpdate: proto.artifactUpdate }),
        ),
      },
    ],
  ];
}

/** Documents of independent peers. */
interface Natives {
  send?: fc.Arbitrary<unknown>;
  task?: fc.Arbitrary<unknown>;
  answer?: fc.Arbitrary<unknown>;
  event?: fc.Arbitrary<unknown>;
  push?: fc.Arbitrary<unknown>;
  card?: fc.Arbitrary<unknown>;
}

function natives({ version }: VersionCodec): Natives {
  if (version === "1.0") return {};
  if (version === "0.1") {
    const { taskSendParams: send, task, taskPushConfig: push, agentCard: card, streamEvent: event } = arbitrary.v0_1;
    return { send, task, answer: task, push, card, event };
  }
  const older = version === "0.2" ? arbitrary.v0_2 : arbitrary.v0_3;
  const { messageSendParams: send, task, taskPushConfig: push, agentCard: card, streamEvent: event } = older;
  return { send, task, answer: fc.oneof(task, older.message), push, card, event };
}

const inputs: { [Name in OperationName]: [fc.Arbitrary<unknown>, s.Schema] } = {
  sendMessage: [arbitrary.sendMessageRequest, model.SendMessageRequestSchema],
  sendStreamingMessage: [arbitrary.sendMessageRequest, model.SendMessageRequestSchema],
  getTask: [arbitrary.getTaskRequest, model.GetTaskRequestSchema],
  listTasks: [arbitrary.listTasksRequest, model.ListTasksRequestSchema],
  cancelTask: [arbitrary.cancelTaskRequest, model.CancelTaskRequestSchema],
  subscribeToTask: [arbitrary.subscribeToTaskRequest, model.SubscribeToTaskRequestSchema],
  createTaskPushNotificationConfig: [
    arbitrary.createTaskPushNotificationConfigRequest,
    model.CreateTaskPushNotificationConfigRequestSchema,
  ],
  getTaskPushNotificationConfig: [
    arbitrary.getTaskPushNotificationConfigRequest,
    model.GetTaskPushNotificationConfigRequestSchema,
  ],
  listTaskPushNotificationConfigs: [
    arbitrary.listTaskPushNotificationConfigsRequest,
    model.ListTaskPushNotificationConfigsRequestSchema,
  ],
  deleteTaskPushNotificationConfig: [
    arbitrary.deleteTaskPushNotificationConfigRequest,
    model.DeleteTaskPushNotificationConfigRequestSchema,
  ],
  getExtendedAgentCard: [arbitrary.getExtendedAgentCardRequest, model.GetExtendedAgentCardRequestSchema],
};

const outputs: { [Name in OperationName]: [fc.Arbitrary<unknown>, s.Schema] } = {
  sendMessage: [arbitrary.sendMessageResponse, model.SendMessageResponseSchema],
  sendStreamingMessage: [arbitrary.streamResponse, model.StreamResponseSchema],
  getTask: [arbitrary.task, model.TaskSchema],
  listTasks: [arbitrary.listTasksResponse, model.ListTasksResponseSchema],
  cancelTask: [arbitrary.task, model.TaskSchema],
  subscribeToTask: [arbitrary.streamResponse, model.StreamResponseSchema],
  createTaskPushNotificationConfig: [arbitrary.pushConfig, model.TaskPushNotificationConfigSchema],
  getTaskPushNotificationConfig: [arbitrary.pushConfig, model.TaskPushNotificationConfigSchema],
  listTaskPushNotificationConfigs: [
    arbitrary.listTaskPushNotificationConfigsResponse,
    model.ListTaskPushNotificationConfigsResponseSchema,
  ],
  deleteTaskPushNotificationConfig: [fc.constant({}), model.EmptySchema],
  getExtendedAgentCard: [arbitrary.agentCard, model.AgentCardSchema],
};

const nativeInputs: { [Name in OperationName]?: keyof Natives } = {
  sendMessage: "send",
  sendStreamingMessage: "send",
  createTaskPushNotificationConfig: "push",
};
const nativeOutputs: { [Name in OperationName]?: keyof Natives } = {
  sendMessage: "answer",
  sendStreamingMessage: "event",
  subscribeToTask: "event",
  getTask: "task",
  cancelTask: "task",
  createTaskPushNotificationConfig: "push",
  getTaskPushNotificationConfig: "push",
  getExtendedAgentCard: "card",
};

/** A row with its types erased. */
interface AnyRow {
  decodeInput: Decoder["decode"];
  encodeInput: (value: unknown, options?: CodecOptions) => JsonValue;
  decodeOutput?: Decoder["decode"];
  encodeOutput?: (value: unknown, options?: CodecOptions) => JsonValue;
  decoder?: (options?: CodecOptions) => { push(frame: JsonValue): unknown[] };
  encoder?: (options?: CodecOptions) => { push(event: unknown): JsonValue[] };
}

function rowsOf(name: string, table: OperationTable, wires: Natives): Decoder[] {
  return operationNames(table).flatMap((operation) => {
    const row = table[operation] as unknown as AnyRow;
    const own = nativeInputs[operation];
    const [values, schema] = inputs[operation];
    const input: Decoder = {
      name: `${name} ${operation} request`,
      decode: row.decodeInput,
      encode: row.encodeInput,
      schema,
      documents: documents(
        values.map((value) => row.encodeInput(value)),
        own && wires[own],
      ),
    };
    return [input, outputOf(`${name} ${operation} answer`, operation, row, wires)];
  });
}

function outputOf(name: string, operation: OperationName, row: AnyRow, wires: Natives): Decoder {
  const [values, schema] = outputs[operation];
  const own = nativeOutputs[operation];
  const foreign = own && wires[own];
  const { decodeOutput, encodeOutput, decoder, encoder } = row;
  if (decodeOutput && encodeOutput) {
    const written = values.map((value) => encodeOutput(value));
    return { name, decode: decodeOutput, encode: encodeOutput, schema, documents: documents(written, foreign) };
  }
  if (!decoder || !encoder) throw new Error(`${name} neither answers nor streams`);
  return {
    name: `${name} event`,
    decode: (wire, options) => decoder(options).push(wire),
    encode: (events: unknown[], options) => {
      const writing = encoder(options);
      return events.flatMap((event) => writing.push(event));
    },
    schema: s.array(schema),
    documents: documents(
      values.map((value) => encoder().push(value)[0] ?? null),
      foreign,
    ),
  };
}

/** Cards, webhook bodies and errors. */
function othersOf(codec: VersionCodec): Decoder[] {
  const { card, push, errors, version } = codec;
  const wires = natives(codec);
  const bodies = fc.tuple(arbitrary.streamResponse, arbitrary.task).map(([event, task]) => push.encode(event, task));
  return [
    {
      name: `${version} card`,
      decode: card.decode,
      encode: card.encode,
      schema: model.AgentCardSchema,
      documents: documents(
        arbitrary.agentCard.map((value) => card.encode(value)),
        wires.card,
      ),
    },
    {
      name: `${version} webhook body`,
      decode: push.decode,
      schema: model.StreamResponseSchema,
      documents: documents(bodies, wires.task),
    },
    {
      name: `${version} error`,
      // The bindings check code and message; data may be anything.
      decode: (wire) => {
        const { code, message, data } = isJsonObject(wire) ? wire : {};
        const error: WireError = {
          code: typeof code === "number" ? code : -32603,
          message: typeof message === "string" ? message : "",
          ...(data !== undefined && { data }),
        };
        return factsOf(errors.decode(error));
      },
      schema: s.object({
        code: s.choice(errorCodes),
        message: s.string({ accepts: (text) => text !== "", expected: "expected a message" }),
        metadata: s.record(s.string()),
        violations: s.array(s.object({ field: s.string(), description: s.string() })),
        details: s.array(model.JsonObjectSchema),
        retryAfterMs: s.optional(
          s.custom((value) => value === undefined || (typeof value === "number" && value >= 0), "expected a delay"),
        ),
      }),
      documents: documents(arbitrary.a2aError.map((error) => ({ ...errors.encode(error) }) as JsonValue)),
    },
  ];
}

function factsOf({ code, message, metadata, violations, details, retryAfterMs }: A2AError) {
  return { code, message, metadata, violations, details, retryAfterMs };
}

function documents(written: fc.Arbitrary<JsonValue>, foreign?: fc.Arbitrary<unknown>): fc.Arbitrary<JsonValue> {
  return foreign ? fc.oneof(written, foreign as fc.Arbitrary<JsonValue>) : written;
}
