import type { Counted, DoorSize } from "./measure.ts";

/** How much a door may weigh, gzipped, in kB of 1000 bytes, and what is counted at it. */
export type Limit = number | ({ readonly kb: number } & Counted);

/** Doors and their limits. */
export type Limits = Readonly<Record<string, Limit>>;

/** A door with its limit, if it has one. */
export interface Compared extends DoorSize {
  limitKb?: number;
  ok: boolean;
}

/** Puts limits beside sizes. A limit for a door that does not exist throws: it would never be exceeded. */
export function compare(sizes: readonly DoorSize[], limits: Limits): Compared[] {
  const unknown = Object.keys(limits).filter((door) => !sizes.some((size) => size.door === door));
  if (unknown.length > 0) throw new Error(`limits.json names doors that do not exist: ${unknown.join(", ")}`);
  return sizes.map((size) => {
    const limit = limits[size.door];
    if (limit === undefined) return { ...size, ok: true };
    const limitKb = typeof limit === "number" ? limit : limit.kb;
    return { ...size, limitKb, ok: size.gzip <= limitKb * 1000 };
  });
}

/** What is counted at a door beside its own, and what is not. */
export function countedAt(limits: Limits, door: string): Counted {
  const limit = limits[door];
  return typeof limit === "object" ? limit : {};
}
