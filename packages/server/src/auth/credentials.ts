import type { ServerRequest } from "@a2a/bridge";

/** The credentials in the `Authorization` header, if it has this scheme. */
export function credentialsOf(request: ServerRequest, scheme: string): string | undefined {
  const header = request.headers.authorization ?? "";
  const end = header.indexOf(" ");
  if (end < 0 || header.slice(0, end).toLowerCase() !== scheme) return undefined;
  return header.slice(end + 1).trim() || undefined;
}
