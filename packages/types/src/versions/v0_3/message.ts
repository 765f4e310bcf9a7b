import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { PartSchema } from "./part.ts";

/** The sender of a message: the client (`user`) or the agent. */
export const RoleSchema = s.choice(["user", "agent"]);
/** The sender of a message. */
export type Role = s.Infer<typeof RoleSchema>;

/** One turn of a conversation. */
export const MessageSchema = s.object({
  kind: s.literal("message"),
  messageId: RequiredString,
  role: RoleSchema,
  parts: s.array(PartSchema),
  taskId: s.optional(s.string()),
  contextId: s.optional(s.string()),
  metadata: s.optional(JsonObjectSchema),
  extensions: s.optional(StringListSchema),
  referenceTaskIds: s.optional(StringListSchema),
});
/** One turn of a conversation. */
export type Message = s.Infer<typeof MessageSchema>;
