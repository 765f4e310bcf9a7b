import { resolveAddress } from "./client/address.ts";
import { createTransport, type GrpcEndpoint, type GrpcOpenOptions } from "./client/transport.ts";

export type { Dial } from "./client/channel.ts";
export type {
  GrpcCallOptions,
  GrpcEndpoint,
  GrpcOpenOptions,
  GrpcTransport,
  HttpExchange,
} from "./client/transport.ts";

/** The binding GRPC: `connect(url, { bindings: [grpc] })`. On Node, `connect` finds it by itself. */
export const grpc = {
  name: "GRPC",
  // An address of gRPC is nothing that could be guessed from that of a card.
  offeredOnly: true,
  versionedPaths: true,
  ownPort: true,
  resolve: resolveAddress,
  open: <Endpoint extends GrpcEndpoint>(endpoint: Endpoint, options: GrpcOpenOptions) =>
    createTransport(endpoint, options),
};
