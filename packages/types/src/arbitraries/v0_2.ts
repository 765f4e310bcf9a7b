import * as fc from "fast-check";
import type { AgentCard, AgentSkill } from "../versions/v0_2/card.ts";
import type { StreamEvent, TaskStatusUpdateEvent } from "../versions/v0_2/events.ts";
import type { SecurityScheme } from "../versions/v0_2/security.ts";
import {
  artifactUpdate,
  agentCard as laterAgentCard,
  agentSkill as laterAgentSkill,
  securityScheme as laterSecurityScheme,
  statusUpdate as laterStatusUpdate,
  message,
  task,
} from "./v0_3.ts";
import { list, mapOf } from "./values.ts";

export {
  artifact,
  artifactUpdate,
  deletePushConfigParams,
  getPushConfigParams,
  message,
  messageSendParams,
  oauthFlows,
  part,
  pushConfig,
  securityRequirement,
  sendMessageResult,
  task,
  taskIdParams,
  taskPushConfig,
  taskQueryParams,
  taskStatus,
} from "./v0_3.ts";

/** A status update, sometimes without `final`. */
export const statusUpdate: fc.Arbitrary<TaskStatusUpdateEvent> = fc.oneof(
  laterStatusUpdate,
  laterStatusUpdate.map(({ final, ...rest }) => rest),
);

/** One event of a stream. */
export const streamEvent: fc.Arbitrary<StreamEvent> = fc.oneof(task, message, statusUpdate, artifactUpdate);

/** A security scheme of any of the four kinds. */
export const securityScheme: fc.Arbitrary<SecurityScheme> = laterSecurityScheme.map((scheme) => {
  if (scheme.type === "mutualTLS") return { type: "http", scheme: "bearer" };
  if (scheme.type !== "oauth2") return scheme;
  const { oauth2MetadataUrl, ...rest } = scheme;
  return rest;
});

/** A skill. */
export const agentSkill: fc.Arbitrary<AgentSkill> = laterAgentSkill.map(({ security, ...rest }) => rest);

/** A card, with and without a protocol version. */
export const agentCard: fc.Arbitrary<AgentCard> = fc
  .tuple(
    laterAgentCard,
    fc.record(
      { protocolVersion: fc.constantFrom("0.2.5", "0.2.6"), securitySchemes: mapOf(securityScheme) },
      { requiredKeys: [], noNullPrototype: true },
    ),
    list(agentSkill),
  )
  .map(([{ signatures, securitySchemes, protocolVersion, ...rest }, own, skills]) => ({ ...rest, ...own, skills }));
