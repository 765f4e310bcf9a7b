// `npm run kits -- FOLDER…`: runs checkouts of the public kit (a2aproject/a2a-tck) against the agent made for it, directly and through a
// gateway. Exits with 1 when a test fails through the gateway that does not fail directly.
import { resolve } from "node:path";
import { startDemoServer } from "@a2a/cli";
import { serveGateway } from "@a2a/gateway/node";
import { failuresBeyond, type KitResult } from "./junit.ts";
import { prepareKit } from "./run-kit.ts";

const [, , ...folders] = process.argv;
if (folders.length === 0) {
  console.error(
    "Name checkouts of a2aproject/a2a-tck: its branch 1.0-dev tests protocol 1.0, its branch 0.3.x tests 0.3.",
  );
  process.exit(2);
}
const lines: string[] = [];
for (const folder of folders) {
  const kit = await prepareKit(resolve(folder));
  const agent = await startDemoServer({ agent: "tck", store: "memory", allowLoopbackWebhooks: true });
  const push = { egress: { allowPrivate: true, allowHttp: true } };
  // The agent acts by the protocol version in which it is called, so the gateway calls it in that of the kit.
  const agents = { tck: { url: agent.url, versions: [kit.version] } };
  const gateway = await serveGateway({ store: "memory", push, agents, defaultAgent: "tck" });
  const direct = await kit.run(agent.url);
  const relayed = await kit.run(kit.needsRoot ? gateway.url : `${gateway.url}/agents/tck`);
  await gateway.close({ drainMs: 0 });
  await agent.close({ drainMs: 0 });
  const more = failuresBeyond(direct, relayed);
  if (more.length > 0) process.exitCode = 1;
  lines.push(
    `${folder}`,
    `  directly:            ${summary(direct)}`,
    `  through the gateway: ${summary(relayed)}`,
    `  fail only through the gateway: ${more.length === 0 ? "none" : more.join(", ")}`,
  );
}
console.log(lines.join("\n"));

function summary({ passed, failed, skipped }: KitResult): string {
  return `${passed} passed, ${failed.length} failed, ${skipped} skipped`;
}
