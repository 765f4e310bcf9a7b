import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../src/index.ts";
import type { Schema } from "../src/internal/schema.ts";
import * as model from "../src/schemas.ts";
import * as arbitraries from "../src/testing.ts";
import * as v0_1 from "../src/v0_1.ts";
import * as v0_2 from "../src/v0_2.ts";
import * as v0_3 from "../src/v0_3.ts";

type Plain = "a2aError" | "logEvent" | "taskLog" | "text" | "v0_1" | "v0_2" | "v0_3";

const modelSchemas: Record<Exclude<keyof typeof arbitraries, Plain>, Schema> = {
  agentCard: model.AgentCardSchema,
  agentExtension: model.AgentExtensionSchema,
  agentInterface: model.AgentInterfaceSchema,
  agentSkill: model.AgentSkillSchema,
  artifact: model.ArtifactSchema,
  artifactUpdate: model.TaskArtifactUpdateEventSchema,
  cancelTaskRequest: model.CancelTaskRequestSchema,
  createTaskPushNotificationConfigRequest: model.CreateTaskPushNotificationConfigRequestSchema,
  deleteTaskPushNotificationConfigRequest: model.DeleteTaskPushNotificationConfigRequestSchema,
  getExtendedAgentCardRequest: model.GetExtendedAgentCardRequestSchema,
  getTaskPushNotificationConfigRequest: model.GetTaskPushNotificationConfigRequestSchema,
  getTaskRequest: model.GetTaskRequestSchema,
  jsonObject: model.JsonObjectSchema,
  jsonValue: model.JsonValueSchema,
  listTaskPushNotificationConfigsRequest: model.ListTaskPushNotificationConfigsRequestSchema,
  listTaskPushNotificationConfigsResponse: model.ListTaskPushNotificationConfigsResponseSchema,
  listTasksRequest: model.ListTasksRequestSchema,
  listTasksResponse: model.ListTasksResponseSchema,
  message: model.MessageSchema,
  oauthFlows: model.OAuthFlowsSchema,
  part: model.PartSchema,
  pushConfig: model.TaskPushNotificationConfigSchema,
  securityRequirement: model.SecurityRequirementSchema,
  securityScheme: model.SecuritySchemeSchema,
  sendMessageConfiguration: model.SendMessageConfigurationSchema,
  sendMessageRequest: model.SendMessageRequestSchema,
  sendMessageResponse: model.SendMessageResponseSchema,
  statusUpdate: model.TaskStatusUpdateEventSchema,
  streamResponse: model.StreamResponseSchema,
  subscribeToTaskRequest: model.SubscribeToTaskRequestSchema,
  task: model.TaskSchema,
  taskState: model.TaskStateSchema,
  taskStatus: model.TaskStatusSchema,
  timestamp: model.TimestampSchema,
};

const v0_3Schemas: Record<keyof typeof arbitraries.v0_3, Schema> = {
  agentCard: v0_3.AgentCardSchema,
  agentSkill: v0_3.AgentSkillSchema,
  artifact: v0_3.ArtifactSchema,
  artifactUpdate: v0_3.TaskArtifactUpdateEventSchema,
  deletePushConfigParams: v0_3.DeleteTaskPushNotificationConfigParamsSchema,
  getPushConfigParams: v0_3.GetTaskPushNotificationConfigParamsSchema,
  message: v0_3.MessageSchema,
  messageSendParams: v0_3.MessageSendParamsSchema,
  oauthFlows: v0_3.OAuthFlowsSchema,
  part: v0_3.PartSchema,
  pushConfig: v0_3.PushNotificationConfigSchema,
  securityRequirement: v0_3.SecurityRequirementSchema,
  securityScheme: v0_3.SecuritySchemeSchema,
  sendMessageResult: v0_3.SendMessageResultSchema,
  statusUpdate: v0_3.TaskStatusUpdateEventSchema,
  streamEvent: v0_3.StreamEventSchema,
  task: v0_3.TaskSchema,
  taskIdParams: v0_3.TaskIdParamsSchema,
  taskPushConfig: v0_3.TaskPushNotificationConfigSchema,
  taskQueryParams: v0_3.TaskQueryParamsSchema,
  taskStatus: v0_3.TaskStatusSchema,
};

const v0_2Schemas: Record<keyof typeof arbitraries.v0_2, Schema> = {
  ...v0_3Schemas,
  agentCard: v0_2.AgentCardSchema,
  agentSkill: v0_2.AgentSkillSchema,
  securityScheme: v0_2.SecuritySchemeSchema,
  statusUpdate: v0_2.TaskStatusUpdateEventSchema,
  streamEvent: v0_2.StreamEventSchema,
};

const v0_1Schemas: Record<keyof typeof arbitraries.v0_1, Schema> = {
  agentCard: v0_1.AgentCardSchema,
  agentSkill: v0_1.AgentSkillSchema,
  artifact: v0_1.ArtifactSchema,
  artifactUpdate: v0_1.TaskArtifactUpdateEventSchema,
  message: v0_1.MessageSchema,
  part: v0_1.PartSchema,
  pushConfig: v0_1.PushNotificationConfigSchema,
  statusUpdate: v0_1.TaskStatusUpdateEventSchema,
  streamEvent: v0_1.StreamEventSchema,
  task: v0_1.TaskSchema,
  taskIdParams: v0_1.TaskIdParamsSchema,
  taskPushConfig: v0_1.TaskPushNotificationConfigSchema,
  taskQueryParams: v0_1.TaskQueryParamsSchema,
  taskSendParams: v0_1.TaskSendParamsSchema,
  taskStatus: v0_1.TaskStatusSchema,
};

describe.each<[string, object, Record<string, Schema>]>([
  ["the model", arbitraries, modelSchemas],
  ["0.3", arbitraries.v0_3, v0_3Schemas],
  ["0.2", arbitraries.v0_2, v0_2Schemas],
  ["0.1", arbitraries.v0_1, v0_1Schemas],
])("arbitraries of %s", (_, values, schemas) => {
  it.each(Object.entries(schemas))("%s is accepted as it is, and survives JSON", (name, schema) => {
    // The keys of the table are those of the entry point, by its type.
    const arbitrary = Reflect.get(values, name) as fc.Arbitrary<unknown>;
    fc.assert(
      fc.property(arbitrary, (value) => {
        expect(schema.parse(value)).toStrictEqual(value);
        expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value);
      }),
      { numRuns: 60 },
    );
  });
});

describe("arbitraries", () => {
  const objects = Object.entries(modelSchemas).flatMap(([name, schema]) =>
    "shape" in schema ? [[name, Object.keys(schema.shape as object)] as const] : [],
  );
  it.each(objects)("%s has every member of its schema", (name, members) => {
    const values = sample(Reflect.get(arbitraries, name) as fc.Arbitrary<object>); // an object, as its schema says
    expect(new Set(values.flatMap((value) => Object.keys(value)))).toEqual(new Set(members));
  });

  it("make errors of every code", () => {
    const codes = new Set(sample(arbitraries.a2aError).map((error) => error.code));
    expect([...codes].sort()).toStrictEqual([...errorCodes].sort());
  });

  it.each<[string, fc.Arbitrary<unknown>, (json: string) => boolean]>([
    ["data that is null", arbitraries.part, (json) => json.includes('"data":null')],
    ["data that is an array", arbitraries.part, (json) => json.includes('"data":[')],
    ["an empty text", arbitraries.part, (json) => json.includes('"text":""')],
    ["empty metadata", arbitraries.message, (json) => json.includes('"metadata":{}')],
    ["__proto__ as a member", arbitraries.jsonObject, (json) => json.includes('"__proto__":')],
    ["text beyond ASCII", arbitraries.text, (json) => /[^\p{ASCII}]/u.test(json)],
    ["a time without fraction", arbitraries.timestamp, (json) => /:\d\dZ"/.test(json)],
    ["a time with nine digits", arbitraries.timestamp, (json) => /\.\d{9}Z"/.test(json)],
    [
      "a 0.3 time without zone",
      arbitraries.v0_3.taskStatus,
      (json) => /"timestamp":"[-\d]{10}T[^Z+"]*:\d\d(\.\d+)?"/.test(json),
    ],
    ["several OAuth flows", arbitraries.v0_3.oauthFlows, (json) => json.split("tokenUrl").length > 2],
    ["a 0.2 card without version", arbitraries.v0_2.agentCard, (json) => !json.includes("protocolVersion")],
    ["a 0.2 status without final", arbitraries.v0_2.statusUpdate, (json) => !json.includes('"final"')],
    ["a 0.1 file with neither", arbitraries.v0_1.part, (json) => json.includes('"file":{}')],
    ["a 0.1 webhook that is none", arbitraries.v0_1.taskPushConfig, (json) => json.includes(":null")],
  ])("come up with %s", (_, arbitrary, shows) => {
    expect(sample(arbitrary).some((value) => shows(JSON.stringify(value)))).toBe(true);
  });

  it("never use the keys that translation reserves, nor __proto__ in a map", () => {
    const reserved = /urn:a2a-compat:1|data_part_compat/;
    expect(sample(arbitraries.task).some((task) => reserved.test(JSON.stringify(task)))).toBe(false);
    const names = sample(arbitraries.agentCard).flatMap((card) => Object.keys(card.securitySchemes ?? {}));
    expect(names.length).toBeGreaterThan(100);
    expect(names).not.toContain("__proto__");
  });
});

/** The same values in every run. */
function sample<T>(arbitrary: fc.Arbitrary<T>): T[] {
  return fc.sample(arbitrary, { numRuns: 1_000, seed: 7 });
}
