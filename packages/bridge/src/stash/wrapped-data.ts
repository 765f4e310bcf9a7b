import { isJsonObject, type JsonObject, type JsonValue, type Part } from "@a2a/types";
import { keptText, optional, stash, unstash } from "./stash.ts";

/** The mark of the official SDK on a data part whose value had to be wrapped in an object. */
export const WRAPPED = "data_part_compat";

/** Data and its metadata. */
export interface Data {
  data: JsonValue;
  metadata?: JsonObject | undefined;
}

/** A value as `{ value }` with the mark of the official SDK: older data parts hold objects only. */
export function wrapData({ data, metadata }: Data): { data: JsonObject; metadata: JsonObject } {
  const emptied = metadata && Object.keys(metadata).length === 0 ? stash(metadata, { wrapped: true }) : metadata;
  return { data: { value: data }, metadata: { ...emptied, [WRAPPED]: true } };
}

/** The value behind a wrapper that we or the official SDK put around it. An object is never wrapped. */
export function unwrapData(data: JsonObject, metadata: JsonObject | undefined): Data {
  const wrapped = metadata?.[WRAPPED] === true && Object.keys(data).length === 1 && Object.hasOwn(data, "value");
  if (!wrapped || data.value === undefined || isJsonObject(data.value)) return { data, metadata };
  const { [WRAPPED]: _, ...rest } = metadata;
  const taken = unstash(rest, "wrapped");
  const emptied = taken.metadata && Object.keys(taken.metadata).length === 0 && taken.kept.wrapped !== true;
  return { data: data.value, metadata: emptied ? undefined : taken.metadata };
}

/** What text and data parts lose in older generations, where only files have a name and a media type. */
export function namedPart(part: Part) {
  return { mediaType: part.mediaType, filename: part.filename };
}

/** The name and media type that `namedPart` kept. */
export function restoredNames(kept: JsonObject) {
  return { ...optional("filename", keptText(kept, "filename")), ...optional("mediaType", keptText(kept, "mediaType")) };
}
