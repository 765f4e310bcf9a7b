import { excerpt } from "@a2a/bridge";
import type { Schema } from "@a2a/types/internal/schema";
import { A2AClientError } from "./client-error.ts";

/** A value of an answer by its schema. Throws an `A2AClientError` that names the first member that does not fit. */
export function parseAnswer<T>(schema: Schema<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.map(String).join(".") || "answer";
  throw new A2AClientError(`Malformed A2A response: ${where}: ${excerpt(issue?.message ?? "")}`, { cause: read.error });
}
