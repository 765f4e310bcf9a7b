export { LOOPBACK } from "./node/http-server.ts";
export { type Listening, listenWith, type Served } from "./node/listen-with.ts";
export { readSecretKey } from "./node/secret-key-file.ts";
export { checkGrpc, openGrpc } from "./node/serve-grpc.ts";
export { type ListenOptions, listenNames } from "./node/serve-options.ts";
export { webhookEgress } from "./node/webhook-egress.ts";
