import type { FollowOptions } from "@a2a/client";
import type { CallContext, CallerLimits, Scope } from "@a2a/server/backend-kit";
import type { AgentCard, OperationName } from "@a2a/types";
import { CALLER_HEADER } from "../agents/agent-http.ts";
import type { AgentLink } from "../agents/agent-link.ts";
import { headersFor } from "../agents/credentials.ts";
import type { WebhookRelay } from "../push/webhook-relay.ts";
import type { RouteStore } from "../routes/route-store.ts";

/** The dependencies of the calls to one agent. */
export interface Relay {
  readonly link: AgentLink;
  readonly routes: RouteStore;
  readonly callers: CallerLimits;
  readonly webhooks: WebhookRelay | undefined;
  /**
   * Whether the gateway has to keep callers apart: it knows who calls, and the agent does not. A task then belongs to the caller that
   * began it, and to others does not exist.
   */
  readonly keepsApart: boolean;
  /** How long a blocking call may wait in protocol versions that limit it; as the version says when absent. */
  readonly maxBlockingMs: number | undefined;
  /** The card of the agent at the gateway's addresses. */
  readonly publish: (card: AgentCard) => AgentCard | Promise<AgentCard>;
}

/** A call on its way to an agent. */
export type RelayedCall<Name extends OperationName = OperationName> = CallContext<Name>;

/** The owner of a scope as routes name it. */
export function ownerOf({ tenant, owner }: Scope): string {
  return tenant === "" ? owner : `${encodeURIComponent(tenant.toWellFormed())}/${owner}`;
}

/** How a call is made at the agent: with the credentials, extensions and trace of its caller. */
export async function callOptions({ link }: Relay, context: RelayedCall): Promise<FollowOptions> {
  const { call, signal, extensions, scope } = context;
  const { traceparent, tracestate } = call.headers;
  const { credentials = "none" } = link.options;
  return {
    signal,
    extensions,
    headers: {
      ...(await headersFor(credentials, context)),
      // Whose part of the budget for answers it is. It does not leave the gateway.
      [CALLER_HEADER]: encodeURIComponent(ownerOf(scope).toWellFormed()),
      ...(traceparent !== undefined && { traceparent }),
      ...(tracestate !== undefined && { tracestate }),
    },
  };
}
