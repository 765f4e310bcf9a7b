import { setTimeout as pause } from "node:timers/promises";
import { createId } from "@a2a/types";
import { call, message, taskIn } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { query } from "./database.ts";
import type { Finding, Setting } from "./scenarios.ts";

const TASKS = 10;
const MEGABYTES = 20;
const DEADLINE_MS = 120_000;

/** Small requests to an agent that writes much, on a replica with the heap that Node gives itself in a container of 512 MB. */
export async function largeOutputs({ server, leaseMs }: Setting): Promise<Finding> {
  const schema = "run_large_outputs";
  const nodeArgs = ["--max-old-space-size=256"];
  await using cluster = await startCluster(server.url, { schema, leaseMs, size: 1, nodeArgs });
  const configuration = { returnImmediately: true };
  const sent = Array.from({ length: TASKS }, () =>
    call(cluster.anyUrl(), "SendMessage", { ...message(createId(), `flood:${MEGABYTES}x1000000`), configuration }),
  );
  const accepted = (await Promise.all(sent)).filter((answer) => taskIn(answer) !== undefined).length;
  for (const deadline = Date.now() + DEADLINE_MS; Date.now() < deadline; await pause(200)) {
    const [row] = await query(server.url, `select count(*)::int as n from ${schema}.task where run <> 'idle'`);
    if (row?.n === 0) break;
  }
  // Large strings are stored apart from their events, once for equal ones.
  const whole = await query(
    server.url,
    `select t.id from ${schema}.task t join ${schema}.event e on e.task = t.key and e.json like '%artifactUpdate%'
     where t.state = 'TASK_STATE_COMPLETED' group by t.id having count(*) = $1`,
    [MEGABYTES],
  );
  const result = `${accepted} of ${TASKS} tasks accepted, ${whole.length} of them complete with ${MEGABYTES} MB each`;
  return { name: "large outputs with a heap of 256 MB", result, ok: accepted === TASKS && whole.length === TASKS };
}
