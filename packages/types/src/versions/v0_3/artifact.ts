import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { PartSchema } from "./part.ts";

/** A result of a task. */
export const ArtifactSchema = z.object({
  artifactId: RequiredString,
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  parts: z.array(PartSchema),
  metadata: z.exactOptional(JsonObjectSchema),
  extensions: z.exactOptional(StringListSchema),
});
/** A result of a task. */
export type Artifact = z.output<typeof ArtifactSchema>;
