import type { Headers } from "@a2a/bridge";
import type { Principal } from "@a2a/types";
import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  ServerListenerBuilder,
} from "@grpc/grpc-js";
import { toStatus } from "../errors/status.ts";
import { ArrivalQueue } from "./arrival-queue.ts";
import type { GrpcCalls } from "./call-port.ts";
import { countMessage } from "./count-message.ts";
import { closeStream } from "./http2-stream.ts";
import { requestOf } from "./metadata.ts";

/** Identifies callers by their metadata, before a message of theirs is read: those of unknown callers are not kept. */
export interface Gate {
  readonly interceptor: ServerInterceptor;
  /** What is known of a call that was let through. */
  admitted(metadata: Metadata): Admitted | undefined;
}

/** A call that was let through. */
export interface Admitted {
  readonly caller: Principal;
  readonly headers: Headers;
  /** Gives back the bytes of its message, which was read. */
  readonly release: () => void;
}

/** A gate for the services named. Others, such as that of health, are open to everyone. */
export function createGate(agent: () => GrpcCalls, services: readonly string[], trustsCertificates: boolean): Gate {
  const calls = new WeakMap<Metadata, Admitted>();
  const arrivals = new ArrivalQueue();
  const guarded = services.map((name) => `/${name}/`);

  const interceptor: ServerInterceptor = ({ path }, call) => {
    if (!guarded.some((prefix) => path.startsWith(prefix))) return new ServerInterceptingCall(call);
    let begin = () => {};
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        begin = () => identify(path, call, metadata, next);
        arrivals.add(begin);
      })
      .withOnCancel(() => arrivals.drop(begin));
    return new ServerInterceptingCall(call, { start: (next) => next(listener.build()) });
  };
  return { interceptor, admitted: (metadata) => calls.get(metadata) };

  function identify(
    path: string,
    call: ServerInterceptingCallInterface,
    metadata: Metadata,
    next: AcceptMetadata,
  ): void {
    const request = requestOf(path, metadata, trustsCertificates ? certificateOf(call) : undefined);
    const refuse = (error: unknown) => {
      const { refuse: report, options } = agent();
      call.sendStatus(toStatus(report(error, { path }), options, path));
    };
    const admit = (caller: Principal) => {
      const release = countMessage(
        call,
        () => agent().hold(caller),
        (error) => {
          refuse(error);
          closeStream(call);
        },
      );
      calls.set(metadata, { caller, headers: request.headers, release });
      next(metadata);
    };
    try {
      const shown = agent().authenticate(request);
      if ("then" in shown) shown.then(admit).catch(refuse);
      else admit(shown);
    } catch (error) {
      refuse(error);
    }
  }
}

type AcceptMetadata = (metadata: Metadata) => void;

function certificateOf(call: ServerInterceptingCallInterface) {
  return call.getAuthContext().sslPeerCertificate;
}
