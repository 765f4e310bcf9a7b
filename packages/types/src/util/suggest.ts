/** The candidate that a mistyped word most likely means, if one is close enough. */
export function suggestion(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  const known = [...candidates];
  // One edit in a short word, two in a longer one: more would suggest words that share nothing but their length.
  for (let edits = 0; edits <= (typed.length > 4 ? 2 : 1); edits++) {
    const similar = known.find((candidate) => isWithin(edits, typed, candidate.toLowerCase()));
    if (similar !== undefined) return similar;
  }
  return known.find((candidate) => typed.length > 2 && candidate.toLowerCase().startsWith(typed));
}

/** Whether so many insertions, deletions, substitutions and swaps of neighbors, or fewer, turn one word into the other. */
function isWithin(edits: number, a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > edits) return false;
  if (a[0] === b[0]) return isWithin(edits, a.slice(1), b.slice(1));
  const pairs = [
    [a.slice(1), b],
    [a, b.slice(1)],
    [a.slice(1), b.slice(1)],
    ...(a[0] === b[1] && a[1] === b[0] ? [[a.slice(2), b.slice(2)]] : []),
  ] as const;
  return edits > 0 && pairs.some(([one = "", other = ""]) => isWithin(edits - 1, one, other));
}

/** `did you mean X?`, or what else to say when nothing is close. */
export function didYouMean(word: string, candidates: Iterable<string>, otherwise: string): string {
  const best = suggestion(word, candidates);
  return best === undefined ? otherwise : `did you mean ${best}?`;
}

/** The first member of an object that is not known, with what was probably meant; `undefined` when all are known. */
export function unknownMember(
  value: object,
  known: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly hint: string } | undefined {
  const name = Object.keys(value).find((candidate) => !Object.hasOwn(known, candidate));
  if (name === undefined) return undefined;
  const names = Object.keys(known).sort();
  return { name, hint: didYouMean(name, names, `expected one of: ${names.join(", ")}`) };
}
