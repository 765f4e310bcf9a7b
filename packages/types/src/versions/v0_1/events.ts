import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { oneOf } from "../../schemas/one-of.ts";
import { RequiredString } from "../../schemas/scalars.ts";
import { ArtifactSchema } from "./artifact.ts";
import { TaskStatusSchema } from "./task.ts";

// Artifact events have no `final` in the specification, but some servers write one.
const shared = {
  id: RequiredString,
  final: z.exactOptional(z.boolean()),
  metadata: z.exactOptional(JsonObjectSchema),
};

/** A task changed its status; `id` is that of the task. `final` marks the last one; absent means `false`. */
export const TaskStatusUpdateEventSchema = z.object({ ...shared, status: TaskStatusSchema });
/** A task changed its status. */
export type TaskStatusUpdateEvent = z.output<typeof TaskStatusUpdateEventSchema>;

/** A task produced an artifact or one more chunk of it; `id` is that of the task. */
export const TaskArtifactUpdateEventSchema = z.object({ ...shared, artifact: ArtifactSchema });
/** A task produced an artifact or one more chunk of it. */
export type TaskArtifactUpdateEvent = z.output<typeof TaskArtifactUpdateEventSchema>;

/** An event of a stream: a status or an artifact event. */
export const StreamEventSchema = oneOf({ status: TaskStatusSchema, artifact: ArtifactSchema }, shared);
/** An event of a stream; narrow it by `"status" in event`. */
export type StreamEvent = z.output<typeof StreamEventSchema>;
