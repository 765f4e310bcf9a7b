import { describe, expect, expectTypeOf, it } from "vitest";
import type * as types from "../src/index.ts";
import {
  type AgentExecutor,
  type DataPart,
  isA2AError,
  isLocalError,
  type JsonObject,
  type JsonValue,
  type LogEvent,
  type Message,
  type OperationName,
  type Part,
  type RawPart,
  type Role,
  type SecurityScheme,
  type SendMessageResponse,
  type StreamingOperation,
  type StreamResponse,
  save,
  type Task,
  type TaskArtifactUpdateEvent,
  type TaskState,
  type TaskStatus,
  type TaskStatusUpdateEvent,
  type TextPart,
  type UnaryOperation,
  type UrlPart,
  unreachable,
} from "../src/index.ts";
import type { Infer } from "../src/internal/schema.ts";
import type * as schemas from "../src/schemas.ts";
import type * as v0_1 from "../src/v0_1.ts";
import type * as v0_2 from "../src/v0_2.ts";
import type * as v0_3 from "../src/v0_3.ts";

interface AboutPart {
  metadata?: JsonObject;
  filename?: string;
  mediaType?: string;
}
type With<Content> = { [Name in keyof (Content & AboutPart)]: (Content & AboutPart)[Name] };

describe("types of the model", () => {
  it("are the unions that the specification prints", () => {
    expectTypeOf<TextPart>().toEqualTypeOf<With<{ text: string; raw?: never; url?: never; data?: never }>>();
    expectTypeOf<RawPart>().toEqualTypeOf<With<{ text?: never; raw: string; url?: never; data?: never }>>();
    expectTypeOf<UrlPart>().toEqualTypeOf<With<{ text?: never; raw?: never; url: string; data?: never }>>();
    expectTypeOf<DataPart>().toEqualTypeOf<With<{ text?: never; raw?: never; url?: never; data: JsonValue }>>();
    expectTypeOf<Part>().toEqualTypeOf<TextPart | RawPart | UrlPart | DataPart>();
    expectTypeOf<Role>().toEqualTypeOf<"ROLE_UNSPECIFIED" | "ROLE_USER" | "ROLE_AGENT">();
    expectTypeOf<StreamResponse>().toEqualTypeOf<
      | { task: Task; message?: never; statusUpdate?: never; artifactUpdate?: never }
      | { task?: never; message: Message; statusUpdate?: never; artifactUpdate?: never }
      | { task?: never; message?: never; statusUpdate: TaskStatusUpdateEvent; artifactUpdate?: never }
      | { task?: never; message?: never; statusUpdate?: never; artifactUpdate: TaskArtifactUpdateEvent }
    >();
    expectTypeOf<SendMessageResponse>().toEqualTypeOf<
      { task: Task; message?: never } | { task?: never; message: Message }
    >();
    expectTypeOf<StreamResponse>().toExtend<LogEvent>();
    expectTypeOf<LogEvent["received"]>().toEqualTypeOf<Message | undefined>();
    expectTypeOf<TaskStatus>().toEqualTypeOf<{ state: TaskState; message?: Message; timestamp?: string }>();
    expectTypeOf<StreamingOperation>().toEqualTypeOf<"sendStreamingMessage" | "subscribeToTask">();
    expectTypeOf<UnaryOperation | StreamingOperation>().toEqualTypeOf<OperationName>();
  });

  it("are what the schemas accept", () => {
    expectTypeOf<Part>().toEqualTypeOf<Infer<typeof schemas.PartSchema>>();
    expectTypeOf<Message>().toEqualTypeOf<Infer<typeof schemas.MessageSchema>>();
    expectTypeOf<types.Artifact>().toEqualTypeOf<Infer<typeof schemas.ArtifactSchema>>();
    expectTypeOf<TaskStatus>().toEqualTypeOf<Infer<typeof schemas.TaskStatusSchema>>();
    expectTypeOf<Task>().toEqualTypeOf<Infer<typeof schemas.TaskSchema>>();
    expectTypeOf<TaskStatusUpdateEvent>().toEqualTypeOf<Infer<typeof schemas.TaskStatusUpdateEventSchema>>();
    expectTypeOf<TaskArtifactUpdateEvent>().toEqualTypeOf<Infer<typeof schemas.TaskArtifactUpdateEventSchema>>();
    expectTypeOf<StreamResponse>().toEqualTypeOf<Infer<typeof schemas.StreamResponseSchema>>();
    expectTypeOf<types.AgentInterface>().toEqualTypeOf<Infer<typeof schemas.AgentInterfaceSchema>>();
    expectTypeOf<types.AgentProvider>().toEqualTypeOf<Infer<typeof schemas.AgentProviderSchema>>();
    expectTypeOf<types.AgentExtension>().toEqualTypeOf<Infer<typeof schemas.AgentExtensionSchema>>();
    expectTypeOf<types.AgentCapabilities>().toEqualTypeOf<Infer<typeof schemas.AgentCapabilitiesSchema>>();
    expectTypeOf<types.AgentSkill>().toEqualTypeOf<Infer<typeof schemas.AgentSkillSchema>>();
    expectTypeOf<types.AgentCardSignature>().toEqualTypeOf<Infer<typeof schemas.AgentCardSignatureSchema>>();
    expectTypeOf<types.AgentCard>().toEqualTypeOf<Infer<typeof schemas.AgentCardSchema>>();
    expectTypeOf<types.APIKeySecurityScheme>().toEqualTypeOf<Infer<typeof schemas.APIKeySecuritySchemeSchema>>();
    expectTypeOf<types.HTTPAuthSecurityScheme>().toEqualTypeOf<Infer<typeof schemas.HTTPAuthSecuritySchemeSchema>>();
    expectTypeOf<types.OAuthFlows>().toEqualTypeOf<Infer<typeof schemas.OAuthFlowsSchema>>();
    expectTypeOf<types.OAuth2SecurityScheme>().toEqualTypeOf<Infer<typeof schemas.OAuth2SecuritySchemeSchema>>();
    expectTypeOf<types.OpenIdConnectSecurityScheme>().toEqualTypeOf<
      Infer<typeof schemas.OpenIdConnectSecuritySchemeSchema>
    >();
    expectTypeOf<types.MutualTlsSecurityScheme>().toEqualTypeOf<Infer<typeof schemas.MutualTlsSecuritySchemeSchema>>();
    expectTypeOf<types.SecurityScheme>().toEqualTypeOf<Infer<typeof schemas.SecuritySchemeSchema>>();
    expectTypeOf<types.SecurityRequirement>().toEqualTypeOf<Infer<typeof schemas.SecurityRequirementSchema>>();
    expectTypeOf<types.AuthenticationInfo>().toEqualTypeOf<Infer<typeof schemas.AuthenticationInfoSchema>>();
    expectTypeOf<types.TaskPushNotificationConfig>().toEqualTypeOf<
      Infer<typeof schemas.TaskPushNotificationConfigSchema>
    >();
    expectTypeOf<types.SendMessageConfiguration>().toEqualTypeOf<
      Infer<typeof schemas.SendMessageConfigurationSchema>
    >();
    expectTypeOf<types.SendMessageRequest>().toEqualTypeOf<Infer<typeof schemas.SendMessageRequestSchema>>();
    expectTypeOf<types.GetTaskRequest>().toEqualTypeOf<Infer<typeof schemas.GetTaskRequestSchema>>();
    expectTypeOf<types.ListTasksRequest>().toEqualTypeOf<Infer<typeof schemas.ListTasksRequestSchema>>();
    expectTypeOf<types.CancelTaskRequest>().toEqualTypeOf<Infer<typeof schemas.CancelTaskRequestSchema>>();
    expectTypeOf<types.SubscribeToTaskRequest>().toEqualTypeOf<Infer<typeof schemas.SubscribeToTaskRequestSchema>>();
    expectTypeOf<types.CreateTaskPushNotificationConfigRequest>().toEqualTypeOf<
      Infer<typeof schemas.CreateTaskPushNotificationConfigRequestSchema>
    >();
    expectTypeOf<types.GetTaskPushNotificationConfigRequest>().toEqualTypeOf<
      Infer<typeof schemas.GetTaskPushNotificationConfigRequestSchema>
    >();
    expectTypeOf<types.ListTaskPushNotificationConfigsRequest>().toEqualTypeOf<
      Infer<typeof schemas.ListTaskPushNotificationConfigsRequestSchema>
    >();
    expectTypeOf<types.GetExtendedAgentCardRequest>().toEqualTypeOf<
      Infer<typeof schemas.GetExtendedAgentCardRequestSchema>
    >();
    expectTypeOf<types.SendMessageResponse>().toEqualTypeOf<Infer<typeof schemas.SendMessageResponseSchema>>();
    expectTypeOf<types.ListTasksResponse>().toEqualTypeOf<Infer<typeof schemas.ListTasksResponseSchema>>();
    expectTypeOf<types.ListTaskPushNotificationConfigsResponse>().toEqualTypeOf<
      Infer<typeof schemas.ListTaskPushNotificationConfigsResponseSchema>
    >();
  });

  it("give an agent a typed checkpoint, and let it be served as any agent", () => {
    const counts: AgentExecutor<{ step: number }> = async function* ({ checkpoint }) {
      expectTypeOf(checkpoint).toEqualTypeOf<{ step: number } | undefined>();
      yield save({ step: (checkpoint?.step ?? 0) + 1 });
    };
    expectTypeOf(counts).toExtend<AgentExecutor>();
    // @ts-expect-error: it saves a value that is no checkpoint of its own
    const mistaken: AgentExecutor<{ step: number }> = async function* () {
      yield save({ other: 1 });
    };
    const plain: AgentExecutor = async function* ({ checkpoint }) {
      expectTypeOf(checkpoint).toEqualTypeOf<JsonValue | undefined>();
      yield save(1);
    };
    expect([counts, mistaken, plain]).toHaveLength(3);
  });

  it("have members that are absent, not undefined", () => {
    expectTypeOf<{ text: string; filename: undefined }>().not.toExtend<Part>();
    expectTypeOf<{ task: Task; message: Message }>().not.toEqualTypeOf<StreamResponse>();
  });

  it("narrow by in, to the end", () => {
    const kindOf = (part: Part): string => {
      if ("text" in part) return `text ${part.text}`;
      if ("raw" in part) return `raw ${part.raw}`;
      if ("url" in part) return `url ${part.url}`;
      if ("data" in part) return `data ${JSON.stringify(part.data)}`;
      return unreachable(part);
    };
    expect([{ text: "a" }, { raw: "" }, { url: "u" }, { data: null }].map(kindOf)).toStrictEqual([
      "text a",
      "raw ",
      "url u",
      "data null",
    ]);

    const schemeOf = (scheme: SecurityScheme): string => {
      if ("apiKeySecurityScheme" in scheme) return scheme.apiKeySecurityScheme.location;
      if ("httpAuthSecurityScheme" in scheme) return scheme.httpAuthSecurityScheme.scheme;
      if ("oauth2SecurityScheme" in scheme) return Object.keys(scheme.oauth2SecurityScheme.flows).join();
      if ("openIdConnectSecurityScheme" in scheme) return scheme.openIdConnectSecurityScheme.openIdConnectUrl;
      if ("mtlsSecurityScheme" in scheme) return scheme.mtlsSecurityScheme.description ?? "";
      return unreachable(scheme);
    };
    expect(schemeOf({ httpAuthSecurityScheme: { scheme: "Bearer" } })).toBe("Bearer");
  });

  it("do not compile where a variant is forgotten, and say so at run time where one is unknown", () => {
    const careless = (event: StreamResponse): Task | Message => {
      if ("task" in event) return event.task;
      if ("message" in event) return event.message;
      // @ts-expect-error: the two updates are left over
      return unreachable(event);
    };
    const status: TaskStatus = { state: "TASK_STATE_WORKING" };
    expect(() => careless({ statusUpdate: { taskId: "t", contextId: "c", status } })).toThrow(
      'unexpected variant: {"statusUpdate"',
    );
  });

  it("narrow errors by their code", () => {
    const error: unknown = undefined;
    if (isA2AError(error, "TASK_NOT_FOUND")) expectTypeOf(error.code).toEqualTypeOf<"TASK_NOT_FOUND">();
    if (isLocalError(error, "TIMEOUT")) expectTypeOf(error.code).toEqualTypeOf<"TIMEOUT">();
    expect(isA2AError(error) || isLocalError(error)).toBe(false);
  });
});

describe("types of older protocol versions", () => {
  it("are told apart by their tags", () => {
    expectTypeOf<v0_3.Part["kind"]>().toEqualTypeOf<"text" | "file" | "data">();
    expectTypeOf<v0_3.FileContent>().toEqualTypeOf<
      | { bytes: string; uri?: never; name?: string; mimeType?: string }
      | { bytes?: never; uri: string; name?: string; mimeType?: string }
    >();
    expectTypeOf<v0_3.StreamEvent>().toEqualTypeOf<
      v0_3.Task | v0_3.Message | v0_3.TaskStatusUpdateEvent | v0_3.TaskArtifactUpdateEvent
    >();
    expectTypeOf<v0_3.SecurityScheme["type"]>().toEqualTypeOf<
      "apiKey" | "http" | "oauth2" | "openIdConnect" | "mutualTLS"
    >();
    expectTypeOf<v0_2.SecurityScheme["type"]>().toEqualTypeOf<"apiKey" | "http" | "oauth2" | "openIdConnect">();
    expectTypeOf<v0_1.Part["type"]>().toEqualTypeOf<"text" | "file" | "data">();
    expectTypeOf<v0_1.TaskStatusUpdateEvent | v0_1.TaskArtifactUpdateEvent>().toExtend<v0_1.StreamEvent>();
  });

  it("are the same where nothing changed between 0.2 and 0.3", () => {
    expectTypeOf<v0_2.Message>().toEqualTypeOf<v0_3.Message>();
    expectTypeOf<v0_2.Task>().toEqualTypeOf<v0_3.Task>();
    expectTypeOf<v0_2.MessageSendParams>().toEqualTypeOf<v0_3.MessageSendParams>();
  });
});
