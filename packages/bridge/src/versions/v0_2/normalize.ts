import type { Schema } from "@a2a/types/internal/schema";
import * as v0_2 from "@a2a/types/v0_2";
import type { Normalizers } from "../../normalize/normalizer.ts";
import { lenientReader as readerOf } from "../../normalize/older-values.ts";
import type { Normalize, Reader } from "../../normalize/read.ts";
import { eventUnion, normalizers as known, statusUpdate } from "../v0_3/normalize.ts";

/** Reads by a schema of 0.2, normalizing known deviations unless strict. */
export function lenientReader<T>(schema: Schema<T>): Reader<T> {
  return readerOf(schema, normalizers);
}

const normalizers: Normalizers = new Map<Schema, Normalize>([
  ...known,
  [v0_2.StreamEventSchema, eventUnion(v0_2.StreamEventSchema, () => normalizers)],
  [v0_2.TaskStatusUpdateEventSchema, statusUpdate],
]);
