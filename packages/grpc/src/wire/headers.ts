import type { Headers } from "@a2a/bridge";
import type { Metadata } from "@grpc/grpc-js";

/** Metadata as headers: names are lower-case, several values of one name are joined, and binary ones are left out. */
export function headersOf(metadata: Metadata): Headers {
  const headers: Record<string, string> = Object.create(null);
  for (const name of Object.keys(metadata.getMap())) {
    if (!name.endsWith("-bin")) headers[name] = metadata.get(name).join(", ");
  }
  return headers;
}
