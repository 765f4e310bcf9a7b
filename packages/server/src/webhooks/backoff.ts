const FIRST_MS = 1_000;
const LONGEST_MS = 3_600_000;

/** How many times one event is tried before its webhook is given up: a good day, with the longest waits an hour apart. */
export const MAX_ATTEMPTS = 36;

/** How long to wait before the next try: twice as long each time, a random part of it, so that many senders do not come at once. */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts, 30));
  return Math.round(ceiling / 2 + random() * (ceiling / 2));
}
