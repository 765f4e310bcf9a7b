/** A JSON body, without the envelope of JSON-RPC around it. */
export interface Unwrapped {
  readonly value: unknown;
  /** The content of the envelope: the method and the id of a call, or the kind and the id of an answer. */
  readonly label: string | undefined;
  readonly isError: boolean;
}

/** Reads a body as JSON; `undefined` where it is none. */
export function unwrap(text: string): Unwrapped | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("jsonrpc" in value)) {
    return { value, label: undefined, isError: false };
  }
  const { method, params, result, error, id } = value as Record<string, unknown>;
  const end = typeof id === "string" && id.length > 12 ? `…${id.slice(-8)}` : JSON.stringify(id ?? null);
  if (typeof method === "string") return { value: params, label: `${method} · id ${end}`, isError: false };
  if (error !== undefined) return { value: error, label: `error · id ${end}`, isError: true };
  return { value: result, label: `result · id ${end}`, isError: false };
}

/** An event of a stream, in a few words. */
export function eventWords(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  const { kind, statusUpdate, artifactUpdate, task, message } = value as Record<string, Record<string, unknown>>;
  const state = (from: unknown): string => {
    const found = (from as { status?: { state?: unknown } } | undefined)?.status?.state;
    return typeof found === "string" ? ` · ${found.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", " ")}` : "";
  };
  if (statusUpdate) return `statusUpdate${state(statusUpdate)}`;
  if (artifactUpdate) return `artifactUpdate · ${nameOf(artifactUpdate.artifact)}`;
  if (task) return `task${state(task)}`;
  if (message) return "message";
  if (typeof kind === "string") return `${kind}${state(value)}`;
  return "";
}

function nameOf(artifact: unknown): string {
  const { name, artifactId } = (artifact ?? {}) as { name?: unknown; artifactId?: unknown };
  return String(name ?? artifactId ?? "");
}
