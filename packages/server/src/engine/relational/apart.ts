/** One member made a batch fail, for example by a value that the database cannot hold: each member is tried alone. */
export class BatchRejected extends Error {
  override readonly name = "BatchRejected";
}

/** Carries out a batch. If one of its members makes it fail, each is carried out alone. */
export async function apart<Member, Result>(
  members: readonly Member[],
  carryOut: (members: readonly Member[]) => Promise<readonly Result[]>,
): Promise<(Result | BatchRejected)[]> {
  if (members.length === 0) return [];
  try {
    return [...(await carryOut(members))];
  } catch (error) {
    if (!(error instanceof BatchRejected)) throw error;
    if (members.length === 1) return [error];
    const results: (Result | BatchRejected)[] = [];
    for (const member of members) results.push(...(await apart([member], carryOut)));
    return results;
  }
}
