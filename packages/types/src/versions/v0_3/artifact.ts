import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { PartSchema } from "./part.ts";

/** A result of a task. */
export const ArtifactSchema = s.object({
  artifactId: RequiredString,
  name: s.optional(s.string()),
  description: s.optional(s.string()),
  parts: s.array(PartSchema),
  metadata: s.optional(JsonObjectSchema),
  extensions: s.optional(StringListSchema),
});
/** A result of a task. */
export type Artifact = s.Infer<typeof ArtifactSchema>;
