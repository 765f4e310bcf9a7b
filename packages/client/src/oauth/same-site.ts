/** Whether two hosts are the same, one below the other, or next to each other below a domain of two labels or more. */
export function isSameSite(one: string, other: string): boolean {
  if (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)) return true;
  const parents = [one, other].map((host) => host.split(".").slice(1));
  const [parent = []] = parents;
  return parent.length > 1 && parents.every((labels) => labels.join(".") === parent.join("."));
}
