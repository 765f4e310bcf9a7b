/** `error`: callers fail. `warning`: some callers fail, or fail sometimes. `info`: worth knowing. */
export type Severity = "error" | "warning" | "info";

/** Something that keeps an agent from being called, or may do so. */
export interface Symptom {
  readonly severity: Severity;
  /** A stable name for programs, such as `call/not-found`. */
  readonly code: string;
  /** The finding, in one sentence. */
  readonly message: string;
  /** The change that fixes it. */
  readonly advice: string;
}

/** Creates a symptom that callers fail on. */
export function error(code: string, message: string, advice: string): Symptom {
  return { severity: "error", code, message, advice };
}

/** Creates a symptom that some callers fail on. */
export function warning(code: string, message: string, advice: string): Symptom {
  return { severity: "warning", code, message, advice };
}

/** Creates a symptom that is only worth knowing. */
export function info(code: string, message: string, advice: string): Symptom {
  return { severity: "info", code, message, advice };
}
