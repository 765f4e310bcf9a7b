import type { InstrumentName } from "./instruments.ts";

/** Attributes of a measurement. Those with the same values are the same object. */
export type Labels = Readonly<Record<string, string>>;

/** Takes measurements. */
export interface Metrics {
  /** Takes one value; must not throw. */
  record(name: InstrumentName, value: number, labels: Labels): void;
}

/** For measurements without attributes. */
export const UNLABELED: Labels = Object.freeze({});

/** Label objects by their values, so that takers of measurements can know them by identity. There are few: none holds an id. */
export class LabelCache {
  readonly #labels = new Map<string, Labels>();

  of(key: string, make: () => Labels): Labels {
    let labels = this.#labels.get(key);
    if (labels === undefined) {
      labels = Object.freeze(make());
      this.#labels.set(key, labels);
    }
    return labels;
  }
}

/** Gives each measurement to all of several takers; `undefined` where there are none. */
export function allMetrics(takers: readonly (Metrics | undefined)[]): Metrics | undefined {
  const known = takers.filter((taker) => taker !== undefined);
  if (known.length <= 1) return known[0];
  return {
    record(name, value, labels) {
      for (const taker of known) taker.record(name, value, labels);
    },
  };
}

/** The seconds from one time of `performance.now()` to another. */
export function secondsSince(begun: number, ended = performance.now()): number {
  return (ended - begun) / 1_000;
}
