import * as z from "zod/mini";
import { JsonObjectSchema, JsonValueSchema } from "../schemas/json.ts";

// This dialect writes every member, those not set as `null`, so the defaults here are part of the wire format.
const optionalText = z._default(z.nullable(z.string()), null);
const freeForm = z._default(JsonObjectSchema, () => ({}));
const jsonrpc = z._default(z.string(), "2.0");

/** Something an agent can do; the description is what a router that picks an agent gets to read. */
export const AgentSkillSchema = z.object({ id: z.string(), name: z.string(), description: z.string() });
/** Something an agent can do. */
export type AgentSkill = z.output<typeof AgentSkillSchema>;

/** The card of an agent, by which a supervisor discovers it at its start. */
export const AgentCardSchema = z.object({
  /** The stable name of the agent. */
  name: z.string(),
  description: z.string(),
  /** The base address; requests go to `/rpc` below it. */
  url: z.string(),
  version: z._default(z.string(), "0.1.0"),
  skills: z._default(z.array(AgentSkillSchema), () => []),
});
/** The card of an agent. */
export type AgentCard = z.output<typeof AgentCardSchema>;

/** One piece of content: `text`, `file` or `data` by its `type`. */
export const A2APartSchema = z.object({
  type: z._default(z.string(), "text"),
  text: optionalText,
  data: z._default(z.nullable(JsonObjectSchema), null),
});
/** One piece of content. */
export type A2APart = z.output<typeof A2APartSchema>;

/**
 * A message from `user` or `agent`. The caller's context travels in `metadata`, by custom under `user_assertion`, `obo_token`,
 * `locale`, `language` and `session_id`.
 */
export const A2AMessageSchema = z.object({
  role: z._default(z.string(), "user"),
  parts: z.array(A2APartSchema),
  metadata: freeForm,
});
/** A message from the user or the agent. */
export type A2AMessage = z.output<typeof A2AMessageSchema>;

/** Params of `tasks/send`; the client chooses the id of the task. */
export const A2ATaskParamsSchema = z.object({ id: z.string(), message: A2AMessageSchema });
/** Params of `tasks/send`. */
export type A2ATaskParams = z.output<typeof A2ATaskParamsSchema>;

/** The envelope of a request. Ids are texts in this dialect. */
export const JsonRpcRequestSchema = z.object({
  jsonrpc,
  id: z.string(),
  method: z.string(),
  params: A2ATaskParamsSchema,
});
/** The envelope of a request. */
export type JsonRpcRequest = z.output<typeof JsonRpcRequestSchema>;

/** The status of a task: `submitted`, `working`, `input-required`, `completed` or `failed`. The message is a plain text. */
export const A2ATaskStatusSchema = z.object({ state: z.string(), message: optionalText });
/** The status of a task. */
export type A2ATaskStatus = z.output<typeof A2ATaskStatusSchema>;

/** Something a task produced. */
export const A2AArtifactSchema = z.object({
  name: z._default(z.string(), "result"),
  parts: z._default(z.array(A2APartSchema), () => []),
});
/** Something a task produced. */
export type A2AArtifact = z.output<typeof A2AArtifactSchema>;

/** A task under the id its caller chose. `metadata.steps` lists how the agent got there, each an `AgentStepModel`. */
export const A2ATaskSchema = z.object({
  id: z.string(),
  status: A2ATaskStatusSchema,
  artifacts: z._default(z.array(A2AArtifactSchema), () => []),
  metadata: freeForm,
});
/** A task. */
export type A2ATask = z.output<typeof A2ATaskSchema>;

/** The envelope of a successful answer. */
export const JsonRpcResponseSchema = z.object({ jsonrpc, id: z.string(), result: A2ATaskSchema });
/** The envelope of a successful answer. */
export type JsonRpcResponse = z.output<typeof JsonRpcResponseSchema>;

/** The kind of the error. */
export const JsonRpcErrorSchema = z.object({
  code: z.int(),
  message: z.string(),
  data: z._default(JsonValueSchema, null),
});
/** The kind of the error. */
export type JsonRpcError = z.output<typeof JsonRpcErrorSchema>;

/** The envelope of an error. The id is `null` when the request had none that is a text. */
export const JsonRpcErrorResponseSchema = z.object({ jsonrpc, id: optionalText, error: JsonRpcErrorSchema });
/** The envelope of an error. */
export type JsonRpcErrorResponse = z.output<typeof JsonRpcErrorResponseSchema>;

/**
 * One cycle of thought, action and observation, as it travels in `metadata.steps`. `action_input` has to be an object: wrap a
 * plain text as `{ value: "…" }`.
 */
export const AgentStepModelSchema = z.object({
  thought: z._default(z.string(), ""),
  action: z._default(z.string(), ""),
  action_input: freeForm,
  observation: z._default(z.string(), ""),
  metadata: freeForm,
});
/** One cycle of thought, action and observation. */
export type AgentStepModel = z.output<typeof AgentStepModelSchema>;
