import * as z from "zod/mini";
import { JsonValueSchema, OptionalJsonObject } from "./json.ts";
import { oneOf } from "./one-of.ts";
import { Base64Schema, OptionalString } from "./scalars.ts";

/** One piece of content in a message or an artifact: exactly one of `text`, `raw` (base64), `url` and `data` (any JSON). */
export const PartSchema = oneOf(
  { text: z.string(), raw: Base64Schema, url: z.string(), data: JsonValueSchema },
  {
    metadata: OptionalJsonObject,
    filename: OptionalString,
    mediaType: OptionalString,
  },
);
