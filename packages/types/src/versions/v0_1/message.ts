import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { PartSchema } from "./part.ts";

/** The sender of a message: the client (`user`) or the agent. */
export const RoleSchema = z.enum(["user", "agent"]);
/** The sender of a message. */
export type Role = z.output<typeof RoleSchema>;

/** One turn of a conversation. It has no id of its own in 0.1. */
export const MessageSchema = z.object({
  role: RoleSchema,
  parts: z.array(PartSchema),
  metadata: z.exactOptional(JsonObjectSchema),
});
/** One turn of a conversation. */
export type Message = z.output<typeof MessageSchema>;
