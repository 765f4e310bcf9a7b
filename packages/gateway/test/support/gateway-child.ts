// A gateway that runs until it is killed. Its options are the first argument, and its first line is the URL.
import { type ServeGatewayOptions, serveGateway } from "@a2a/gateway/node";

const options = JSON.parse(process.argv[2] ?? "{}") as ServeGatewayOptions; // the test wrote it
const { url } = await serveGateway(options);
console.log(url);
