import * as s from "../../schema/older-shapes.ts";
import {
  TaskStatusUpdateEventSchema as LaterStatusUpdateEventSchema,
  TaskArtifactUpdateEventSchema,
} from "../v0_3/events.ts";
import { MessageSchema } from "../v0_3/message.ts";
import { TaskSchema } from "../v0_3/task.ts";

export {
  type SendMessageResult,
  SendMessageResultSchema,
  type TaskArtifactUpdateEvent,
  TaskArtifactUpdateEventSchema,
} from "../v0_3/events.ts";

/** A task changed its status. `final` is required by 0.2's types and optional in its text; absent means `false`. */
export const TaskStatusUpdateEventSchema = s.extend(LaterStatusUpdateEventSchema, {
  final: s.optional(s.boolean()),
});
/** A task changed its status. */
export type TaskStatusUpdateEvent = s.Infer<typeof TaskStatusUpdateEventSchema>;

/** An event of a stream, discriminated by `kind`. */
export const StreamEventSchema = s.union("kind", [
  TaskSchema,
  MessageSchema,
  TaskStatusUpdateEventSchema,
  TaskArtifactUpdateEventSchema,
]);
/** An event of a stream; narrow it by `kind`. */
export type StreamEvent = s.Infer<typeof StreamEventSchema>;
