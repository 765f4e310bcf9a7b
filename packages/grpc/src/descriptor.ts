export { statusProto } from "./proto/google.ts";
export type { Field, MessageType, Method, ProtoFile } from "./proto/schema.ts";
export { v0_3Proto } from "./proto/v0_3.ts";
export { v1_0Proto } from "./proto/v1_0.ts";
export { type GrpcMethod, type GrpcService, grpcService } from "./service/grpc-service.ts";
export { type MessageCodec, messageCodec } from "./wire/message-codec.ts";
