import * as s from "../schema/older-shapes.ts";
import { JsonObjectSchema, JsonValueSchema } from "../schemas/json.ts";

// This dialect writes every member, those not set as `null`, so the defaults here are part of the wire format.
const optionalText = s.withDefault(s.nullable(s.string()), null);
const freeForm = s.withDefault(JsonObjectSchema, () => ({}));
const jsonrpc = s.withDefault(s.string(), "2.0");

/** Something an agent can do; the description is what a router that picks an agent gets to read. */
export const AgentSkillSchema = s.object({ id: s.string(), name: s.string(), description: s.string() });
/** Something an agent can do. */
export type AgentSkill = s.Infer<typeof AgentSkillSchema>;

/** The card of an agent, by which a supervisor discovers it at its start. */
export const AgentCardSchema = s.object({
  /** The stable name of the agent. */
  name: s.string(),
  description: s.string(),
  /** The base address; requests go to `/rpc` below it. */
  url: s.string(),
  version: s.withDefault(s.string(), "0.1.0"),
  skills: s.withDefault(s.array(AgentSkillSchema), () => []),
});
/** The card of an agent. */
export type AgentCard = s.Infer<typeof AgentCardSchema>;

/** One piece of content: `text`, `file` or `data` by its `type`. */
export const A2APartSchema = s.object({
  type: s.withDefault(s.string(), "text"),
  text: optionalText,
  data: s.withDefault(s.nullable(JsonObjectSchema), null),
});
/** One piece of content. */
export type A2APart = s.Infer<typeof A2APartSchema>;

/**
 * A message from `user` or `agent`. The caller's context travels in `metadata`, by custom under `user_assertion`, `obo_token`,
 * `locale`, `language` and `session_id`.
 */
export const A2AMessageSchema = s.object({
  role: s.withDefault(s.string(), "user"),
  parts: s.array(A2APartSchema),
  metadata: freeForm,
});
/** A message from the user or the agent. */
export type A2AMessage = s.Infer<typeof A2AMessageSchema>;

/** Params of `tasks/send`; the client chooses the id of the task. */
export const A2ATaskParamsSchema = s.object({ id: s.string(), message: A2AMessageSchema });
/** Params of `tasks/send`. */
export type A2ATaskParams = s.Infer<typeof A2ATaskParamsSchema>;

/** The envelope of a request. Ids are texts in this dialect. */
export const JsonRpcRequestSchema = s.object({
  jsonrpc,
  id: s.string(),
  method: s.string(),
  params: A2ATaskParamsSchema,
});
/** The envelope of a request. */
export type JsonRpcRequest = s.Infer<typeof JsonRpcRequestSchema>;

/** The status of a task: `submitted`, `working`, `input-required`, `completed` or `failed`. The message is a plain text. */
export const A2ATaskStatusSchema = s.object({ state: s.string(), message: optionalText });
/** The status of a task. */
export type A2ATaskStatus = s.Infer<typeof A2ATaskStatusSchema>;

/** Something a task produced. */
export const A2AArtifactSchema = s.object({
  name: s.withDefault(s.string(), "result"),
  parts: s.withDefault(s.array(A2APartSchema), () => []),
});
/** Something a task produced. */
export type A2AArtifact = s.Infer<typeof A2AArtifactSchema>;

/** A task under the id its caller chose. `metadata.steps` lists how the agent got there, each an `AgentStepModel`. */
export const A2ATaskSchema = s.object({
  id: s.string(),
  status: A2ATaskStatusSchema,
  artifacts: s.withDefault(s.array(A2AArtifactSchema), () => []),
  metadata: freeForm,
});
/** A task. */
export type A2ATask = s.Infer<typeof A2ATaskSchema>;

/** The envelope of a successful answer. */
export const JsonRpcResponseSchema = s.object({ jsonrpc, id: s.string(), result: A2ATaskSchema });
/** The envelope of a successful answer. */
export type JsonRpcResponse = s.Infer<typeof JsonRpcResponseSchema>;

/** The kind of the error. */
export const JsonRpcErrorSchema = s.object({
  code: s.integer(),
  message: s.string(),
  data: s.withDefault(JsonValueSchema, null),
});
/** The kind of the error. */
export type JsonRpcError = s.Infer<typeof JsonRpcErrorSchema>;

/** The envelope of an error. The id is `null` when the request had none that is a text. */
export const JsonRpcErrorResponseSchema = s.object({ jsonrpc, id: optionalText, error: JsonRpcErrorSchema });
/** The envelope of an error. */
export type JsonRpcErrorResponse = s.Infer<typeof JsonRpcErrorResponseSchema>;

/**
 * One cycle of thought, action and observation, as it travels in `metadata.steps`. `action_input` has to be an object: wrap a
 * plain text as `{ value: "…" }`.
 */
export const AgentStepModelSchema = s.object({
  thought: s.withDefault(s.string(), ""),
  action: s.withDefault(s.string(), ""),
  action_input: freeForm,
  observation: s.withDefault(s.string(), ""),
  metadata: freeForm,
});
/** One cycle of thought, action and observation. */
export type AgentStepModel = s.Infer<typeof AgentStepModelSchema>;
