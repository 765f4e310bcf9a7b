import type { CallContext, CallerLimits, Scope } from "@a2a/server/backend-kit";
import type { AgentCard, OperationName, StreamResponse } from "@a2a/types";
import type { AgentLink } from "../agents/agent-link.ts";
import type { AnswerBudget, CallBudget } from "../agents/answer-budget.ts";
import { headersFor } from "../agents/credentials.ts";
import type { LinkOptions } from "../agents/link-types.ts";
import type { RouteStore } from "../routes/route-store.ts";
import type { OwnIds } from "./own-ids.ts";
import type { WebhookRelay } from "./webhook-relay.ts";

/** The dependencies of the calls to one agent. */
export interface Relay {
  readonly link: AgentLink;
  readonly routes: RouteStore;
  readonly callers: CallerLimits;
  readonly budget: AnswerBudget;
  readonly webhooks: WebhookRelay | undefined;
  /**
   * Whether the gateway has to keep callers apart: it knows who calls, and the agent does not. A task then belongs to the caller that
   * began it, and to others does not exist.
   */
  readonly keepsApart: boolean;
  /** Keeps the message ids of callers apart, if the agent does not. */
  readonly ownIds: OwnIds | undefined;
  /** How long a blocking call may wait in protocol versions that limit it; as the version says when absent. */
  readonly maxBlockingMs: number | undefined;
  /** The card of the agent at the gateway's addresses. */
  readonly publish: (card: AgentCard) => AgentCard | Promise<AgentCard>;
}

/** A call on its way to an agent. */
export interface RelayedCall<Name extends OperationName = OperationName> extends CallContext<Name> {
  /** The budget that its requests and answers count against. */
  readonly budget: CallBudget;
  /** An event as the caller may see it. */
  readonly show: (event: StreamResponse) => StreamResponse;
}

/** The owner of a scope as routes name it. */
export function ownerOf({ tenant, owner }: Scope): string {
  return tenant === "" ? owner : `${encodeURIComponent(tenant.toWellFormed())}/${owner}`;
}

/** How a call is made at the agent: with the credentials, extensions and trace of its caller. */
export async function callOptions({ link }: Relay, context: RelayedCall): Promise<LinkOptions> {
  const { call, signal, extensions, scope, budget } = context;
  const { traceparent, tracestate } = call.headers;
  const { credentials = "none" } = link.options;
  return {
    owner: ownerOf(scope),
    budget,
    signal,
    extensions,
    headers: {
      ...(await headersFor(credentials, context)),
      ...(traceparent !== undefined && { traceparent }),
      ...(tracestate !== undefined && { tracestate }),
    },
  };
}
