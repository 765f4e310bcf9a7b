// A probe agent on an official JavaScript SDK: `agent-main.ts <sdk> <port>`.
import { serveSdk0_2, serveSdk0_3, serveSdk1_0 } from "../../matrix/sdk-servers.ts";

const [sdk = "", port] = process.argv.slice(2);
const { A2A_TOKEN: token, A2A_KEY: key, A2A_GRPC_PORT: grpcPort } = process.env;
const options = { port: Number(port), complete: true, token };
const agents: Readonly<Record<string, () => Promise<unknown>>> = {
  "0.2": () => serveSdk0_2(options),
  "0.3": () => serveSdk0_3(options),
  "1.0": () =>
    serveSdk1_0({
      ...options,
      legacy: true,
      key: key === undefined ? undefined : JSON.parse(key),
      grpcPort: grpcPort === undefined ? undefined : Number(grpcPort),
    }),
};
const open = agents[sdk];
if (open === undefined) throw new Error(`"${sdk}" is not an SDK; use ${Object.keys(agents).join(", ")}`);
await open();
