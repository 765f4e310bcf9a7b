import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { oneOf } from "../../schemas/one-of.ts";
import { RequiredString } from "../../schemas/scalars.ts";
import { ArtifactSchema } from "./artifact.ts";
import { TaskStatusSchema } from "./task.ts";

// Artifact events have no `final` in the specification, but some servers write one.
const shared = {
  id: RequiredString,
  final: s.optional(s.boolean()),
  metadata: s.optional(JsonObjectSchema),
};

/** A task changed its status; `id` is that of the task. `final` marks the last one; absent means `false`. */
export const TaskStatusUpdateEventSchema = s.object({ ...shared, status: TaskStatusSchema });
/** A task changed its status. */
export type TaskStatusUpdateEvent = s.Infer<typeof TaskStatusUpdateEventSchema>;

/** A task produced an artifact or one more chunk of it; `id` is that of the task. */
export const TaskArtifactUpdateEventSchema = s.object({ ...shared, artifact: ArtifactSchema });
/** A task produced an artifact or one more chunk of it. */
export type TaskArtifactUpdateEvent = s.Infer<typeof TaskArtifactUpdateEventSchema>;

/** An event of a stream: a status or an artifact event. */
export const StreamEventSchema = oneOf({ status: TaskStatusSchema, artifact: ArtifactSchema }, shared);
/** An event of a stream; narrow it by `"status" in event`. */
export type StreamEvent = s.Infer<typeof StreamEventSchema>;
