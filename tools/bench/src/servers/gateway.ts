import { serveGateway } from "@a2a/gateway/node";
import { startChild } from "./child.ts";
import { report } from "./report.ts";

// `gateway.ts [VERSION]`: a gateway in front of the agent of the benchmarks, which runs in a process of its own.
const [, , version = "1.0"] = process.argv;
const agent = await startChild("ours.ts", []);
const gateway = await serveGateway({
  store: "memory",
  webhooks: false,
  agents: { echo: { url: agent.origin, versions: [version] } },
});
process.once("disconnect", () => {
  agent.stop();
  process.exit();
});
process.once("SIGTERM", () => {
  agent.stop();
  process.exit();
});
report(Number(new URL(gateway.url).port), []);
