import { A2AError, type OperationName, type Principal } from "@a2a/types";
import type { Scope } from "../engine/port/task-engine.ts";
import { errorLabels, labelsOf } from "../metrics/call-labels.ts";
import { secondsSince } from "../metrics/metrics.ts";
import type { Perform, Performed, ServerCall } from "./call.ts";
import type { CallContext } from "./call-context.ts";
import { activateExtensions, checkCapabilities } from "./check-capabilities.ts";
import { dispatch } from "./dispatch.ts";
import type { ServerContext } from "./server-context.ts";
import { withTaskAliases } from "./task-aliases.ts";

/** Who may do what. */
export interface AccessPolicy {
  /** Whether a caller may use an operation; all may when absent. */
  readonly authorize: ((caller: Principal, operation: OperationName) => boolean) | undefined;
  /** Whether a caller may work in a tenant other than the one it belongs to. */
  readonly mayUseTenant: (caller: Principal, tenant: string) => boolean;
  /** The owner of the tasks that a caller begins. */
  readonly ownerOf: (caller: Principal) => string;
}

/** Performs the calls of one server, whatever binding they come by. */
export function performer(server: ServerContext, policy: AccessPolicy): Perform {
  return async (call, caller, signal) => {
    const { operation } = call;
    if (policy.authorize && !policy.authorize(caller, operation)) {
      throw new A2AError("PERMISSION_DENIED", `This caller may not use ${operation}`);
    }
    checkCapabilities(server.card, operation);
    const extensions = activateExtensions(server.card, operation, call.extensions);
    const scope = scopeOf(policy, caller, call);
    const context: CallContext = { call, caller, scope, extensions, signal, logger: server.logger };
    const begun = server.metrics ? performance.now() : 0;
    server.callers.enter(caller, operation);
    try {
      const performed = await traced(server, context);
      server.metrics?.record(DURATION, secondsSince(begun), labelsOf(call));
      return extensions.length === 0 ? performed : { ...performed, extensions };
    } catch (error) {
      server.metrics?.record(DURATION, secondsSince(begun), errorLabels(call, error));
      throw error;
    } finally {
      server.callers.leave(caller);
    }
  };
}

const DURATION = "a2a.server.operation.duration";

function traced(server: ServerContext, context: CallContext): Performed | Promise<Performed> {
  const { operation, binding, codec, headers } = context.call;
  const run = () => (codec.clientTaskIds ? withTaskAliases(server, context, dispatch) : dispatch(server, context));
  if (server.tracing === undefined) return run();
  return server.tracing.call({ operation, binding, version: codec.version, headers }, async () => run());
}

function scopeOf(policy: AccessPolicy, caller: Principal, { input }: ServerCall): Scope {
  const own = caller.tenant ?? "";
  const tenant = ("tenant" in input && input.tenant) || own;
  if (tenant !== own && !policy.mayUseTenant(caller, tenant)) {
    throw new A2AError("PERMISSION_DENIED", "This caller may not work in that tenant");
  }
  return { tenant, owner: policy.ownerOf(caller) };
}
