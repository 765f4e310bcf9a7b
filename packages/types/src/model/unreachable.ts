/** The end of every exhaustive walk over a union: a new variant turns each such place red. */
export function unreachable(value: never): never {
  throw new TypeError(`unexpected variant: ${JSON.stringify(value)?.slice(0, 200)}`);
}
