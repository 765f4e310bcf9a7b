import { expect, it } from "vitest";
import { runCluster } from "../src/cluster/run-cluster.ts";

it("shows a stream, a cancel and a duplicate on three replicas", async () => {
  const lines: string[] = [];
  await runCluster({
    scene: (title) => lines.push(`# ${title}`),
    say: (who, text) => lines.push(`${who}: ${text.replace(/replica [ABC]/g, "replica X")}`),
    ask: (_, answer) => Promise.resolve(answer),
    progress: () => undefined,
  });
  expect(lines).toEqual([
    "# Three replicas, one PostgreSQL",
    "cluster: PostgreSQL and 3 replicas behind a load balancer are up",
    "# A stream continues while its replica is killed",
    "caller: has 8 findings from replica X, which is killed now",
    "caller: resumed at replica X and has all 24 findings, each once, in order",
    "# A cancel reaches the replica that works",
    "caller: starts a task at replica X and cancels it at replica X: TASK_STATE_CANCELED",
    "# A message that is sent to two replicas runs once",
    "caller: sends one message to replica X and replica X at once and gets one task",
  ]);
});
