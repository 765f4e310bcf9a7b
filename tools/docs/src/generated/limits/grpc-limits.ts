import type { Section } from "./section.ts";

/** The limits of connections and calls over gRPC. */
export const grpcLimits: readonly Section[] = [
  {
    title: "gRPC",
    introduction:
      "Options of `serve({ grpc })` and `serveGateway({ grpc })`. The limits on callers, answers and streams above also apply to gRPC. Messages that arrive in pieces count against `limits.maxBodyBytesInFlight`.",
    options: [
      {
        file: "grpc/src/server/listen-grpc.ts",
        options: "GrpcServerOptions",
        prefix: "grpc.",
        beyond: { maxMessageSize: "The call ends with RESOURCE_EXHAUSTED." },
        others: ["port", "host", "tls", "keepalive", "health", "reflection"],
      },
    ],
    fixed: [
      {
        file: "grpc/src/server/listen-grpc.ts",
        name: "MAX_STREAMS",
        meaning: "Open calls of one connection.",
        beyond: "The call is refused. Clients that keep to the protocol wait, or open another connection.",
      },
      {
        file: "grpc/src/server/listen-grpc.ts",
        name: "SESSION_MEGABYTES",
        meaning: "Megabytes of memory that HTTP/2 uses for one connection.",
        beyond: "The call is refused.",
      },
      {
        file: "grpc/src/server/limit-resets.ts",
        name: "BURST",
        meaning: "Calls that one connection cancels at once.",
        beyond: "The connection is closed.",
      },
      {
        file: "grpc/src/server/limit-resets.ts",
        name: "PER_SECOND",
        meaning: "Calls per second that one connection cancels over a longer time.",
        beyond: "The connection is closed.",
      },
      {
        file: "grpc/src/server/arrival-queue.ts",
        name: "PER_ITERATION",
        meaning: "Calls that begin in one iteration of the event loop.",
        beyond: "The call waits for the next iteration. If it is canceled meanwhile, it does not begin.",
      },
    ],
  },
];
