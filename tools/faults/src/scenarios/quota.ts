import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postHead, pour, rpcBody, Tally, textMessage } from "../attacker.ts";
import { type Scenario, setStage } from "../scenario.ts";
import type { VictimOptions } from "../victim/victim-server.ts";

const SENDS = 150;
const MESSAGE = 8_000_000;
const FILE_BYTES = 256 * 1024 * 1024;

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

function quota(name: string, sent: string, options: VictimOptions, extra: () => Promise<string[]>): Scenario {
  return {
    name,
    async run() {
      await using stage = await setStage(options);
      const tally = await overfill(stage.url);
      const figures = await stage.measure();
      return { sent, ...figures, note: String(tally), problems: [...figures.problems, ...(await extra())] };
    },
  };
}

/** Messages beyond the quota of the storage. */
export const quotas: readonly Scenario[] = [
  quota("byte quota in memory", `${SENDS} messages of 8 MB`, {}, async () => []),
  {
    name: "byte quota in SQLite",
    async run(seconds) {
      const folder = await mkdtemp(join(tmpdir(), "a2a-quota-"));
      const file = join(folder, "tasks.db");
      const isWithin = async () => {
        const { size } = await stat(file);
        return size > FILE_BYTES ? [`the file grew to ${Math.round(size / 1e6)} MB`] : [];
      };
      const options = { file, maxBytes: FILE_BYTES };
      const sent = `${SENDS} messages of 8 MB, file budget ${FILE_BYTES / 1024 / 1024} MiB`;
      try {
        const outcome = await quota("byte quota in SQLite", sent, options, isWithin).run(seconds);
        const { size } = await stat(file);
        return { ...outcome, note: `${outcome.note}; file ${Math.round(size / 1e6)} MB` };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  },
];
