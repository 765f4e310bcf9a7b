import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { PartSchema } from "./part.ts";

/** The sender of a message: the client (`user`) or the agent. */
export const RoleSchema = z.enum(["user", "agent"]);
/** The sender of a message. */
export type Role = z.output<typeof RoleSchema>;

/** One turn of a conversation. */
export const MessageSchema = z.object({
  kind: z.literal("message"),
  messageId: RequiredString,
  role: RoleSchema,
  parts: z.array(PartSchema),
  taskId: z.exactOptional(z.string()),
  contextId: z.exactOptional(z.string()),
  metadata: z.exactOptional(JsonObjectSchema),
  extensions: z.exactOptional(StringListSchema),
  referenceTaskIds: z.exactOptional(StringListSchema),
});
/** One turn of a conversation. */
export type Message = z.output<typeof MessageSchema>;
