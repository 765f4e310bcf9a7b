import { A2AError, type OperationName, type Principal } from "@a2a/types";
import { ownerOf } from "../auth/authenticate.ts";
import type { Scope } from "../engine/port/task-engine.ts";
import { errorLabels, labelsOf } from "../telemetry/call-labels.ts";
import { secondsSince } from "../telemetry/metrics.ts";
import type { CallContext, Operate, Perform, Performed, ServerCall } from "./call.ts";
import { checkIds } from "./check-input.ts";
import { activateExtensions, refusedOperations, requiresExtensions } from "./input/check-capabilities.ts";
import type { ServerContext } from "./server-context.ts";

/** The permissions of callers, and the tasks that they see. */
export interface AccessRules {
  /** Whether a caller may use an operation. Default: every authenticated caller may use all. */
  authorize?: (caller: Principal, operation: OperationName) => boolean;
  /**
   * Whether a caller may work in a tenant other than the one its credential names. Default: no; any, where nobody is asked for
   * credentials.
   */
  mayUseTenant?: (caller: Principal, tenant: string) => boolean;
  /**
   * The owner of the tasks that a caller begins; callers with the same owner share their tasks. Default: the subject together with its
   * source, so the same subject from two issuers counts as two owners. `({ subject }) => subject` keeps the owners of databases that were
   * written when the subject alone counted.
   */
  ownerOf?: (caller: Principal) => string;
}

/** Access rules with their defaults. */
export interface AccessPolicy {
  /** Whether a caller may use an operation; all may when absent. */
  readonly authorize: ((caller: Principal, operation: OperationName) => boolean) | undefined;
  /** Whether a caller may work in a tenant other than the one it belongs to. */
  readonly mayUseTenant: (caller: Principal, tenant: string) => boolean;
  /** The owner of the tasks that a caller begins. */
  readonly ownerOf: (caller: Principal) => string;
}

/** The policy that security options describe. */
export function accessPolicy({ auth, security = {} }: SecuredServer): AccessPolicy {
  return {
    authorize: security.authorize,
    mayUseTenant: security.mayUseTenant ?? (() => !auth && !security.authenticate),
    ownerOf: security.ownerOf ?? ownerOf,
  };
}

interface SecuredServer {
  readonly auth?: readonly unknown[] | undefined;
  readonly security?: (AccessRules & { readonly authenticate?: unknown }) | undefined;
}

/** The state that the calls of one card share. */
export type PerformerContext = Pick<ServerContext, "card" | "callers" | "tracing" | "logger"> &
  Partial<Pick<ServerContext, "metrics">>;

/**
 * Performs the calls of all bindings for one card: permission, capabilities, extensions, limits and tracing are handled here, and
 * `operate` does the rest.
 */
export function performer(server: PerformerContext, policy: AccessPolicy, operate: Operate): Perform {
  const refused = refusedOperations(server.card);
  const isExtensionRequired = requiresExtensions(server.card);
  return async (call, caller, signal) => {
    const { operation } = call;
    if (policy.authorize && !policy.authorize(caller, operation)) {
      throw new A2AError("PERMISSION_DENIED", `This caller may not use ${operation}`);
    }
    const refusal = refused.get(operation);
    if (refusal) throw refusal();
    checkIds(call);
    const asksForExtensions = call.extensions.length > 0 || isExtensionRequired;
    const extensions = asksForExtensions
      ? activateExtensions(server.card, operation, call.extensions)
      : call.extensions;
    const scope = scopeOf(policy, caller, call);
    const context: CallContext = { call, caller, scope, extensions, signal, logger: server.logger };
    const begun = server.metrics ? performance.now() : 0;
    server.callers.enter(caller, operation);
    try {
      const performed = await traced(server, context, operate);
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

function traced({ tracing }: PerformerContext, context: CallContext, operate: Operate): Performed | Promise<Performed> {
  if (tracing === undefined) return operate(context);
  const { operation, binding, codec, headers } = context.call;
  return tracing.call({ operation, binding, version: codec.version, headers }, async () => operate(context));
}

function scopeOf(policy: AccessPolicy, caller: Principal, { input }: ServerCall): Scope {
  const own = caller.tenant ?? "";
  const tenant = ("tenant" in input && input.tenant) || own;
  if (tenant !== own && !policy.mayUseTenant(caller, tenant)) {
    throw new A2AError("PERMISSION_DENIED", "This caller may not work in that tenant");
  }
  return { tenant, owner: policy.ownerOf(caller) };
}
