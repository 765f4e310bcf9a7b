// The agent of the interop kit behind a gateway: `itk-behind-gateway.ts --httpPort N --grpcPort N`. The kit ends it with a signal.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveGateway } from "@a2a/gateway/node";
import { listenGrpc } from "@a2a/grpc/server";
import { silentLogger } from "@a2a/types";

const { values } = parseArgs({ options: { httpPort: { type: "string" }, grpcPort: { type: "string" } } });
const program = fileURLToPath(new URL("../../../../apps/itk/src/main.ts", import.meta.url));
const agent = spawn(process.execPath, [...process.execArgv, program, "--httpPort", "0", "--grpcPort", "0"], {
  stdio: ["ignore", "pipe", "inherit"],
});
process.once("exit", () => agent.kill());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
const [line] = await once(createInterface(agent.stdout), "line");
const [, url = ""] = /agent at (\S+),/.exec(String(line)) ?? [];
await serveGateway({
  agents: { itk: { url } },
  defaultAgent: "itk",
  port: Number(values.httpPort),
  grpc: { port: Number(values.grpcPort), listen: listenGrpc },
  mount: "/jsonrpc", // where the kit expects it
  store: "memory",
  webhooks: { egress: { allowPrivate: true, allowHttp: true } },
  logger: silentLogger,
});
