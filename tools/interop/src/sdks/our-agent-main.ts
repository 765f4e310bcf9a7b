// The probe agent on our own server: `our-agent-main.ts <port> <store>`.
import { serveByDefault } from "./harbour-agent.ts";

const [port, store = "memory"] = process.argv.slice(2);
await serveByDefault(Number(port), store);
