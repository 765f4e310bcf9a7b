import * as s from "../schema/shapes.ts";
import { OptionalJsonObject } from "./json.ts";
import { PartSchema } from "./part.ts";
import { OptionalString, OptionalStringList, RequiredString } from "./scalars.ts";

/** A result of a task: a document, an image, a piece of data. */
export const ArtifactSchema = s.object({
  artifactId: RequiredString,
  name: OptionalString,
  description: OptionalString,
  parts: s.array(PartSchema),
  metadata: OptionalJsonObject,
  extensions: OptionalStringList,
});
