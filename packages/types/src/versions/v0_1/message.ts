import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { PartSchema } from "./part.ts";

/** The sender of a message: the client (`user`) or the agent. */
export const RoleSchema = s.choice(["user", "agent"]);
/** The sender of a message. */
export type Role = s.Infer<typeof RoleSchema>;

/** One turn of a conversation. It has no id of its own in 0.1. */
export const MessageSchema = s.object({
  role: RoleSchema,
  parts: s.array(PartSchema),
  metadata: s.optional(JsonObjectSchema),
});
/** One turn of a conversation. */
export type Message = s.Infer<typeof MessageSchema>;
