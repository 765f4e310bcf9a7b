export type { GrpcCalls, PerformedCall, ReadCall } from "./server/call-port.ts";
export { type GrpcListening, type GrpcServerOptions, listenGrpc } from "./server/listen-grpc.ts";
export type { BufferOptions } from "./server/slow-readers.ts";
