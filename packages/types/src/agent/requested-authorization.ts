import { isJsonObject } from "../json/json.ts";
import type { Task } from "../model/task.ts";

/** The login that a task with the status `auth-required` requests. */
export interface RequestedAuthorization {
  /** The scopes that the token of the next message needs. */
  readonly scopes: readonly string[];
  /** A page on which the user grants access. */
  readonly url?: string;
}

/** Reads what a task asks for, as `requireAuth` writes it. Nothing for a task in any other state. */
export function requestedAuthorization({ status }: Task): RequestedAuthorization {
  if (status.state !== "TASK_STATE_AUTH_REQUIRED") return { scopes: [] };
  let scopes: readonly string[] = [];
  let url: string | undefined;
  for (const part of status.message?.parts ?? []) {
    if ("url" in part && /^https?:/i.test(part.url)) url ??= part.url;
    if (!("data" in part) || !isJsonObject(part.data) || !Array.isArray(part.data.scopes)) continue;
    scopes = part.data.scopes.filter((scope) => typeof scope === "string");
  }
  return { scopes, ...(url !== undefined && { url }) };
}
