import { serveGateway } from "@a2a/gateway/node";

// A process of its own, so that it can be killed: node serve-gateway.ts PORT FILE URL
const [port = "0", file = "gateway.db", url = ""] = process.argv.slice(2);
const gateway = await serveGateway({ port: Number(port), store: `sqlite:${file}`, agents: { almanac: { url } } });
console.log(gateway.url);
process.on("SIGTERM", () => void gateway.close({ drainMs: 0 }).then(() => process.exit(0)));
