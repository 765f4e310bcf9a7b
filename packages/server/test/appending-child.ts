// A child process for the crash tests: appends to several tasks concurrently and prints a line per acknowledged event. With `hold` as
// its second argument it first starts one more task, whose turn never ends.
import { createSqliteEngine } from "../src/engine/sqlite/sqlite-engine.ts";

const [path = "", hold] = process.argv.slice(2);
const engine = createSqliteEngine({ path });

async function work(worker: number): Promise<void> {
  for (let n = 0; ; n++) {
    const messageId = `${process.pid}-${worker}-${n}`;
    const begun = await engine.begin({
      scope: { tenant: "", owner: "alice" },
      message: { messageId, role: "ROLE_USER", parts: [{ text: "go" }] },
      fingerprint: messageId,
      version: "1.0",
      call: { worker },
      create: n % 2 ? "now" : "lazy",
    });
    if (begun.kind !== "run") throw new Error(`unexpected ${begun.kind}`);
    const { lease } = begun;
    const { taskId, contextId } = lease;
    for (let step = 0; step < 12; step++) {
      const artifact = { artifactId: "answer", parts: [{ text: `${step}` }] };
      const seq = await lease.append([{ artifactUpdate: { taskId, contextId, artifact, append: true } }]);
      process.stdout.write(`${taskId} ${messageId} ${seq}\n`);
    }
    const seq = await lease.append([
      { statusUpdate: { taskId, contextId, status: { state: "TASK_STATE_COMPLETED" } } },
    ]);
    process.stdout.write(`${taskId} ${messageId} ${seq} done\n`);
    await lease.release();
  }
}

if (hold === "hold") {
  await engine.begin({
    scope: { tenant: "", owner: "alice" },
    message: { messageId: "held", role: "ROLE_USER", parts: [{ text: "go" }] },
    fingerprint: "held",
    version: "1.0",
    call: {},
    create: "now",
  });
}
await Promise.all([0, 1, 2, 3].map(work));
