import type { Server, ServerUnaryCall, ServerWritableStream, sendUnaryData } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import { healthProto } from "../proto/google.ts";
import { messageCodec } from "../wire/message-codec.ts";
import { definitionOf } from "./definition.ts";

const request = messageCodec(healthProto, "HealthCheckRequest");
const response = messageCodec(healthProto, "HealthCheckResponse");
/** How often a watched service is looked at. */
const WATCH_MS = 1_000;

/**
 * Adds the health service of gRPC: load balancers and Kubernetes ask it whether calls may be sent here. `streams` is called when the
 * server closes.
 */
export function addHealth(
  server: Server,
  services: readonly string[],
  isServing: () => boolean,
  streams: Set<() => void>,
): void {
  const known = new Set(["", ...services]);
  const stateOf = (message: Buffer) => {
    const { service = "" } = request.decode(message);
    if (!known.has(String(service))) return "SERVICE_UNKNOWN";
    return isServing() ? "SERVING" : "NOT_SERVING";
  };
  server.addService(definitionOf(healthProto, "Health"), {
    Check(call: ServerUnaryCall<Buffer, Buffer>, send: sendUnaryData<Buffer>) {
      const state = stateOf(call.request);
      if (state === "SERVICE_UNKNOWN") send({ code: status.NOT_FOUND, details: "No such service" });
      else send(null, response.encode({ status: state }));
    },
    Watch(call: ServerWritableStream<Buffer, Buffer>) {
      let shown: string | undefined;
      const look = () => {
        const state = stateOf(call.request);
        if (state !== shown) call.write(response.encode({ status: state }));
        shown = state;
      };
      look();
      const timer = setInterval(look, WATCH_MS);
      timer.unref();
      const leave = () => {
        clearInterval(timer);
        streams.delete(close);
      };
      const close = () => {
        look();
        leave();
        call.end();
      };
      streams.add(close);
      call.once("cancelled", leave);
    },
  });
}
