// The agent of the interop kit: `main.ts --httpPort N --grpcPort N`. The kit ends it with a signal.
import { parseArgs } from "node:util";
import { serveItkAgent } from "./itk-agent.ts";

const { values } = parseArgs({
  options: { httpPort: { type: "string", default: "10102" }, grpcPort: { type: "string", default: "11002" } },
});
const { A2A_ITK_STORE: store = "memory" } = process.env;
const agent = await serveItkAgent({ httpPort: Number(values.httpPort), grpcPort: Number(values.grpcPort), store });
console.log(`ITK agent at ${agent.url}, gRPC at ${agent.grpcAddress}`);
