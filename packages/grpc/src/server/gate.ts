import type { Principal } from "@a2a/types";
import { type Metadata, ServerInterceptingCall, type ServerInterceptor, ServerListenerBuilder } from "@grpc/grpc-js";
import { toStatus } from "../errors/status.ts";
import type { GrpcCalls } from "./call-port.ts";
import { requestOf } from "./metadata.ts";

/** Identifies callers by their metadata, before a message of theirs is read: those of unknown callers are not kept. */
export interface Gate {
  readonly interceptor: ServerInterceptor;
  /** The caller of a call that was let through. */
  callerOf(metadata: Metadata): Principal | undefined;
}

/** A gate for the services named. Others, such as that of health, are open to everyone. */
export function createGate(calls: () => GrpcCalls, services: readonly string[], trustsCertificates: boolean): Gate {
  const callers = new WeakMap<Metadata, Principal>();
  const guarded = services.map((name) => `/${name}/`);

  const interceptor: ServerInterceptor = ({ path }, call) => {
    if (!guarded.some((prefix) => path.startsWith(prefix))) return new ServerInterceptingCall(call);
    const listener = new ServerListenerBuilder().withOnReceiveMetadata((metadata, next) => {
      const admit = (caller: Principal) => {
        callers.set(metadata, caller);
        next(metadata);
      };
      const refuse = (error: unknown) => {
        const { refuse: report, options } = calls();
        call.sendStatus(toStatus(report(error, { path }), options, path));
      };
      try {
        const certificate = trustsCertificates ? call.getAuthContext().sslPeerCertificate : undefined;
        const shown = calls().authenticate(requestOf(path, metadata, certificate));
        if ("then" in shown) shown.then(admit).catch(refuse);
        else admit(shown);
      } catch (error) {
        refuse(error);
      }
    });
    return new ServerInterceptingCall(call, { start: (next) => next(listener.build()) });
  };
  return { interceptor, callerOf: (metadata) => callers.get(metadata) };
}
