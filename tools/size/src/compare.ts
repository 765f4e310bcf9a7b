import type { DoorSize } from "./measure.ts";

/** Doors and how much each may weigh, gzipped, in kB of 1000 bytes. */
export type Limits = Readonly<Record<string, number>>;

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
    const limitKb = limits[size.door];
    return limitKb === undefined ? { ...size, ok: true } : { ...size, limitKb, ok: size.gzip <= limitKb * 1000 };
  });
}
