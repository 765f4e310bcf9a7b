import { Server, ServerCredentials, ServerInterceptingCall, type ServerInterceptor, status } from "@grpc/grpc-js";
import { LegacyA2AService, legacyGrpcService } from "sdk-v1_0/compat/v0_3/server/grpc";
import type { A2ARequestHandler } from "sdk-v1_0/server";
import { A2AService, grpcService, UserBuilder } from "sdk-v1_0/server/grpc";

/** Serves the official SDK 1.3 over gRPC, in 1.0 and 0.3 at one port. With a token, it asks for that. */
export async function serveSdkGrpc(
  requestHandler: A2ARequestHandler,
  port: number,
  token: string | undefined,
): Promise<void> {
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication };
  const server = new Server(token === undefined ? {} : { interceptors: [demanding(token)] });
  server.addService(A2AService, grpcService(options));
  server.addService(LegacyA2AService, legacyGrpcService(options));
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    ),
  );
}

function demanding(token: string): ServerInterceptor {
  return (_, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata(metadata, pass) {
            if (metadata.get("authorization")[0] === `Bearer ${token}`) pass(metadata);
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: "a token is missing" });
          },
        }),
    });
}
