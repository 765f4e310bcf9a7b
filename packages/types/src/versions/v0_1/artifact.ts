import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { CountSchema } from "../../schemas/scalars.ts";
import { PartSchema } from "./part.ts";

/** A result of a task, or a chunk of one. Artifacts of a task are identified by `index`, which defaults to 0. */
export const ArtifactSchema = z.object({
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  parts: z.array(PartSchema),
  index: z.exactOptional(CountSchema),
  append: z.exactOptional(z.boolean()),
  lastChunk: z.exactOptional(z.boolean()),
  metadata: z.exactOptional(JsonObjectSchema),
});
/** A result of a task, or a chunk of one. */
export type Artifact = z.output<typeof ArtifactSchema>;
