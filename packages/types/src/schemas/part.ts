import * as s from "../schema/shapes.ts";
import { JsonValueSchema, OptionalJsonObject } from "./json.ts";
import { oneOf } from "./one-of.ts";
import { Base64Schema, OptionalString } from "./scalars.ts";

/** One piece of content in a message or an artifact: exactly one of `text`, `raw` (base64), `url` and `data` (any JSON). */
export const PartSchema = oneOf(
  { text: s.string(), raw: Base64Schema, url: s.string(), data: JsonValueSchema },
  {
    metadata: OptionalJsonObject,
    filename: OptionalString,
    mediaType: OptionalString,
  },
);
