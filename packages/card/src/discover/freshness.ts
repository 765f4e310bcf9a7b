import type { HttpResponse } from "@a2a/http";

/** How long an answer stays fresh, and how it is revalidated (RFC 9111). */
export interface Freshness {
  /** For how long the card may be used without asking again; absent when the server did not say. */
  readonly maxAgeMs?: number;
  /** The server's name for this state of the card. */
  readonly etag?: string;
  readonly lastModified?: string;
}

/** Reads the caching headers of an answer. */
export function readFreshness({ headers }: Pick<HttpResponse, "headers">): Freshness {
  const maxAgeMs = maxAgeOf(headers["cache-control"], headers.age);
  const { etag, "last-modified": lastModified } = headers;
  return {
    ...(maxAgeMs !== undefined && { maxAgeMs }),
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { lastModified }),
  };
}

/** The headers that ask for a card only if it has changed. */
export function conditions({ etag, lastModified }: Freshness): Record<string, string> {
  if (etag !== undefined) return { "If-None-Match": etag };
  return lastModified === undefined ? {} : { "If-Modified-Since": lastModified };
}

function maxAgeOf(cacheControl = "", age = "0"): number | undefined {
  const directives = cacheControl
    .toLowerCase()
    .split(",")
    .map((directive) => directive.trim());
  if (directives.includes("no-store") || directives.includes("no-cache")) return 0;
  const [, seconds] =
    /^max-age="?(\d{1,10})"?$/.exec(directives.find((name) => name.startsWith("max-age=")) ?? "") ?? [];
  if (seconds === undefined) return undefined;
  return Math.max(0, Number(seconds) - (/^\d{1,10}$/.test(age) ? Number(age) : 0)) * 1000;
}
