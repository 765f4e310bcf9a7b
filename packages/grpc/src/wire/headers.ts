import type { Headers } from "@a2a/bridge";
import type { Metadata } from "@grpc/grpc-js";

/** Metadata as headers: names are lower-case, several values of one name are joined, and binary ones are left out. */
export function headersOf(metadata: Metadata, host?: string): Headers {
  const headers: Record<string, string> = Object.create(null);
  if (host !== undefined) headers.host = host;
  for (const [name, value] of Object.entries(metadata.toHttp2Headers())) {
    if (!name.endsWith("-bin")) headers[name] = Array.isArray(value) ? value.join(", ") : String(value);
  }
  return headers;
}
