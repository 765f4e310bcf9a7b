import { connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { agentTool } from "@a2a/tool-wrapper";
import type { ProtocolVersion } from "@a2a/types";
import { greeter } from "./greeter.ts";

/** One message all the way: each caller speaks its own generation, the agent does not know any. */
export async function runSkeleton(print: (line: string) => void): Promise<void> {
  await using agent = await serve({ card: { name: "Greeter", description: "Says hello." }, executor: greeter });
  print(`Greeter listens on ${agent.url}`);
  for (const version of ["1.0", "0.3", "0.2", "0.1"] satisfies ProtocolVersion[]) {
    const client = await connect(agent.url, { versions: [version] });
    const tool = agentTool(client, { name: "greeter" });
    const outcome = await tool.run({ message: `caller of ${version}` });
    const spoken = client.describe();
    const answer = outcome.status === "completed" ? outcome.text : outcome.status;
    print(`${spoken.version} over ${spoken.binding}: ${answer}`);
  }
}
