import { askOne, probes, type Verdict } from "./compare-probes.ts";
import { type Contestant, contestants } from "./compare-servers.ts";

/** The answers: a row for each question, a column for each server. */
export interface Answers {
  readonly names: readonly string[];
  readonly rows: readonly { readonly title: string; readonly verdicts: readonly Verdict[] }[];
}

/** Asks every server every question, a few of them side by side. */
export async function askAll(servers: readonly Contestant[] = contestants): Promise<Answers> {
  const rows = probes.map(({ title }) => ({ title, verdicts: [] as Verdict[] }));
  const waiting = probes
    .flatMap((probe, row) => servers.map((server, column) => ({ probe, row, server, column })))
    .values();
  const work = async () => {
    for (const { probe, row, server, column } of waiting) {
      const verdicts = rows[row]?.verdicts;
      if (verdicts) verdicts[column] = await askOne(probe, server);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return { names: servers.map(({ name }) => name), rows };
}
