import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { CountSchema } from "../../schemas/scalars.ts";
import { PartSchema } from "./part.ts";

/** A result of a task, or a chunk of one. Artifacts of a task are identified by `index`, which defaults to 0. */
export const ArtifactSchema = s.object({
  name: s.optional(s.string()),
  description: s.optional(s.string()),
  parts: s.array(PartSchema),
  index: s.optional(CountSchema),
  append: s.optional(s.boolean()),
  lastChunk: s.optional(s.boolean()),
  metadata: s.optional(JsonObjectSchema),
});
/** A result of a task, or a chunk of one. */
export type Artifact = s.Infer<typeof ArtifactSchema>;
