import { isJsonObject, type JsonObject, type JsonValue, type Part } from "@a2a/types";
import { keptText, optional, stash, unstash } from "./stash.ts";

/** The official SDK's marker of a data part whose value was wrapped in an object. */
export const WRAPPED = "data_part_compat";

/** Data and its metadata. */
export interface Data {
  data: JsonValue;
  metadata?: JsonObject | undefined;
}

/** A value wrapped as `{ value }` with the official SDK's marker: older data parts hold objects only. */
export function wrapData({ data, metadata }: Data): { data: JsonObject; metadata: JsonObject } {
  const emptied = metadata && Object.keys(metadata).length === 0 ? stash(metadata, { wrapped: true }) : metadata;
  return { data: { value: data }, metadata: { ...emptied, [WRAPPED]: true } };
}

/** The value inside a wrapper of ours or of the official SDK. Objects are never wrapped. */
export function unwrapData(data: JsonObject, metadata: JsonObject | undefined): Data {
  const wrapped = metadata?.[WRAPPED] === true && Object.keys(data).length === 1 && Object.hasOwn(data, "value");
  if (!wrapped || data.value === undefined || isJsonObject(data.value)) return { data, metadata };
  const { [WRAPPED]: _, ...rest } = metadata;
  const taken = unstash(rest, "wrapped");
  const emptied = taken.metadata && Object.keys(taken.metadata).length === 0 && taken.kept.wrapped !== true;
  return { data: data.value, metadata: emptied ? undefined : taken.metadata };
}

/** The losses of text and data parts in older protocol versions, where only files have a name and a media type. */
export function namedPart(part: Part) {
  return { mediaType: part.mediaType, filename: part.filename };
}

/** The name and media type stashed by `namedPart`. */
export function restoredNames(kept: JsonObject) {
  return { ...optional("filename", keptText(kept, "filename")), ...optional("mediaType", keptText(kept, "mediaType")) };
}
