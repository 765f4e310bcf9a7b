import type { Principal } from "@a2a/types";
import { ServerInterceptingCall, type ServerInterceptor } from "@grpc/grpc-js";
import { toStatus } from "../errors/status.ts";
import type { AnswerCall, CallParts } from "./answer-call.ts";
import { ArrivalQueue } from "./arrival-queue.ts";
import type { GrpcCalls } from "./call-port.ts";
import { countMessage } from "./count-message.ts";
import { closeStream } from "./http2-stream.ts";
import { type CallHandler, IncomingCall } from "./incoming-call.ts";

/**
 * Identifies callers by their metadata, before a message of theirs is read: those of unknown callers are not kept. Calls of methods that
 * are not listed, such as those of the health service, are open to everyone, and grpc-js handles them.
 */
export function createGate(
  parts: Pick<CallParts, "agent">,
  answers: ReadonlyMap<string, AnswerCall>,
  trustsCertificates: boolean,
): ServerInterceptor {
  const arrivals = new ArrivalQueue<IncomingCall>((call) => identify(parts.agent, call, trustsCertificates));
  const handlers = new Map<string, CallHandler>();
  for (const [path, answer] of answers) {
    handlers.set(path, { arrived: (call) => arrivals.add(call), answer, left: (call) => arrivals.drop(call) });
  }
  return ({ path }, call) => {
    const handler = handlers.get(path);
    return handler === undefined ? new ServerInterceptingCall(call) : new IncomingCall(call, path, handler);
  };
}

function identify(agent: GrpcCalls, call: IncomingCall, trustsCertificates: boolean): void {
  const request = call.asRequest(trustsCertificates);
  const refuse = (error: unknown) =>
    call.end(toStatus(agent.refuse(error, { path: call.path }), agent.options, call.path));
  const admit = (caller: Principal) => {
    const hold = () => agent.hold(caller);
    countMessage(call, hold, (error) => {
      refuse(error);
      closeStream(call.stream);
    });
    call.admit({ caller, headers: request.headers });
  };
  try {
    const shown = agent.authenticate(request);
    if ("then" in shown) shown.then(admit).catch(refuse);
    else admit(shown);
  } catch (error) {
    refuse(error);
  }
}
