import { stat } from "node:fs/promises";
import { postHead, pour, rpcBody, Tally, textMessage } from "../attacker.ts";
import { query } from "../replicas/database.ts";
import { judgeGrowth, namedFor, type Scenario, setStage, type Target } from "../scenario.ts";
import type { Storage } from "../victim/storage.ts";

const SENDS = 150;
const MESSAGE = 8_000_000;
const BUDGET = 256 * 1024 * 1024;

/** Sends more than the storage may hold, four at a time. */
async function overfill(url: string): Promise<Tally> {
  const tally = new Tally();
  let left = SENDS;
  const lane = async () => {
    while (left-- > 0) {
      const body = rpcBody("SendMessage", textMessage("x".repeat(MESSAGE)));
      tally.add(
        await pour(url, Buffer.from(postHead(url, body.length, "token-attacker") + body)).catch(() => "closed"),
      );
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  return tally;
}

/** How much a storage holds: the bytes of a file, or the characters of tasks. */
async function sizeOf({ options: { file, database } }: Storage): Promise<number | undefined> {
  if (file) return (await stat(file)).size;
  if (!database) return undefined;
  const [found] = await query(database.url, `select coalesce(sum(size), 0)::float8 as n from ${database.schema}.task`);
  return Number(found?.n);
}

/** Messages beyond the quota of the storage. */
export const quota = (target: Target): Scenario => ({
  name: namedFor(target, "byte quota"),
  async run() {
    const isMemory = target.store === "memory";
    await using stage = await setStage(isMemory ? {} : { maxBytes: BUDGET }, target);
    const tally = await overfill(stage.url);
    const figures = await stage.measure();
    const size = await sizeOf(stage.storage);
    const stored = size === undefined ? "" : `; ${Math.round(size / 1e6)} MB stored`;
    return {
      sent: `${SENDS} messages of 8 MB${isMemory ? "" : `, budget ${BUDGET / 1024 / 1024} MiB`}`,
      ...figures,
      note: `${tally}${stored}`,
      problems: [
        ...figures.problems,
        ...judgeGrowth(figures.growth),
        ...((size ?? 0) > BUDGET ? [`the storage grew to ${Math.round((size ?? 0) / 1e6)} MB`] : []),
      ],
    };
  },
});
