import { readFileSync } from "node:fs";

/** A request to a real agent and its answer, recorded by `npm run interop -- --record`. */
export interface RecordedExchange {
  readonly peer: string;
  readonly version: string;
  readonly binding: string;
  readonly request: { readonly method: string; readonly path: string; readonly body: unknown };
  /** The body is parsed where it is JSON. */
  readonly answer: { readonly status: number; readonly contentType?: string; readonly body: unknown };
}

/** Reads an exchange by its name, such as `a2a-java-1.2.0-media-type-refused`. */
export function readExchange(name: string): RecordedExchange {
  const file = new URL(`../exchanges/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as RecordedExchange; // written by the recorder
}
