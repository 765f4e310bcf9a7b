import { listenGrpc } from "@a2a/grpc/server";
import { type AgentExecutor, textOf } from "@a2a/server";
import { serve } from "@a2a/server/node";

const EVENTS = 200;

const executor: AgentExecutor = async function* ({ message }) {
  const text = textOf(message);
  for (let n = 0; n < (text === "stream" ? EVENTS : 1); n++) yield "hello there";
};

const agent = await serve({ card: { name: "Echo" }, executor, store: "memory", grpc: { listen: listenGrpc } });
process.send?.({ port: Number(agent.grpcAddress?.split(":")[1]) });
process.on("message", () => process.send?.({ cpu: process.cpuUsage() }));
