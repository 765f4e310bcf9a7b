import type { Counted, EntrySize } from "./measure.ts";

/** The maximum gzipped size of an entry point in kB of 1000 bytes, and what it includes. */
export type Limit =
  | number
  | ({ readonly kb: number /** Why the limit is not lower. */; readonly reason?: string } & Counted);

/** Entry points and their limits. */
export type Limits = Readonly<Record<string, Limit>>;

/** An entry point with its limit, if it has one. */
export interface Compared extends EntrySize {
  limitKb?: number;
  ok: boolean;
}

/** Compares sizes with limits. Throws for a limit of an unknown entry point, which could never be exceeded. */
export function compare(sizes: readonly EntrySize[], limits: Limits): Compared[] {
  const unknown = Object.keys(limits).filter((entry) => !sizes.some((size) => size.entry === entry));
  if (unknown.length > 0)
    throw new Error(`size-limits.json names entry points that do not exist: ${unknown.join(", ")}`);
  return sizes.map((size) => {
    const limit = limits[size.entry];
    if (limit === undefined) return { ...size, ok: true };
    const limitKb = typeof limit === "number" ? limit : limit.kb;
    return { ...size, limitKb, ok: size.gzip <= limitKb * 1000 };
  });
}

/** The code that the size of an entry point includes and excludes. */
export function countedAt(limits: Limits, entry: string): Counted {
  const limit = limits[entry];
  return typeof limit === "object" ? limit : {};
}
