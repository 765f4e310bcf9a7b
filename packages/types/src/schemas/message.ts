import * as s from "../schema/shapes.ts";
import { OptionalJsonObject } from "./json.ts";
import { PartSchema } from "./part.ts";
import { OptionalString, OptionalStringList, RequiredString } from "./scalars.ts";

/** The sender: the client (`ROLE_USER`) or the agent (`ROLE_AGENT`). */
export const RoleSchema = s.choice(["ROLE_UNSPECIFIED", "ROLE_USER", "ROLE_AGENT"]);
/** One turn of a conversation. */
export const MessageSchema = s.object({
  messageId: RequiredString,
  contextId: OptionalString,
  taskId: OptionalString,
  role: RoleSchema,
  parts: s.array(PartSchema),
  metadata: OptionalJsonObject,
  extensions: OptionalStringList,
  referenceTaskIds: OptionalStringList,
});
