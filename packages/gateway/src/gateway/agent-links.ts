import type { ClientBinding } from "@a2a/client/core";
import { fetchClient } from "@a2a/http";
import { agentBinding } from "../agents/agent-binding.ts";
import { agentHttp } from "../agents/agent-http.ts";
import { AgentLink } from "../agents/agent-link.ts";
import type { AgentOptions } from "../agents/agent-options.ts";
import type { AnswerBudget } from "../agents/answer-budget.ts";
import { callerHeaders } from "../agents/credentials.ts";
import type { AgentDial, LinkParts } from "../agents/link-types.ts";
import type { BreakerState } from "../telemetry/events.ts";
import type { UpstreamRequest } from "../telemetry/gateway-metrics.ts";
import type { GatewayOptions } from "./options.ts";

/** The dependencies that the links of a gateway share. */
export interface SharedParts extends Pick<LinkParts, "logger" | "tellsApart"> {
  readonly budget: AnswerBudget;
  readonly onBreaker: (agent: string, state: BreakerState) => void;
  readonly onRequest: ((request: UpstreamRequest) => void) | undefined;
}

/** The connections to the agents of a gateway, by name. */
export function agentLinks(options: GatewayOptions, shared: SharedParts): ReadonlyMap<string, AgentLink> {
  return new Map(Object.entries(options.agents).map(([name, agent]) => [name, linkTo(name, agent, options, shared)]));
}

function linkTo(name: string, agent: AgentOptions, options: GatewayOptions, shared: SharedParts): AgentLink {
  const { budget, onBreaker, onRequest, ...parts } = shared;
  const http = options.httpFor?.(name, agent) ?? options.http ?? fetchClient();
  const secretHeaders = callerHeaders(agent.credentials ?? "none");
  const own = [agent.url, ...(agent.origins ?? [])];
  const around = (binding: ClientBinding) => agentBinding(binding, { own, secretHeaders, budget });
  return new AgentLink(name, agent, {
    ...parts,
    http: agentHttp(http, { isOwn: ownOrigins(own), secretHeaders, budget }),
    dial: ruled(options.dialFor?.(name, agent), around),
    around,
    maxAnswerBytes: budget.maxAnswerBytes,
    onBreaker: (state) => onBreaker(name, state),
    onRequest: onRequest && ((request) => onRequest({ agent: name, ...request })),
  });
}

/** Puts the bindings that are found under the rules of the gateway. */
function ruled(dial: AgentDial | undefined, around: LinkParts["around"]): AgentDial | undefined {
  const find = dial?.findBinding;
  if (find === undefined) return dial;
  const findBinding: typeof find = async (name) => {
    const found = await find(name);
    return found && around(found);
  };
  return { ...dial, findBinding };
}

/** Whether an address is at one of an agent's own origins. */
function ownOrigins(urls: readonly string[]): (url: string) => boolean {
  const own = new Set(urls.map((each) => new URL(each).origin));
  // An agent is called at one address nearly always.
  let last = "";
  return (asked) => {
    if (asked === last) return true;
    const isOwn = URL.canParse(asked) && own.has(new URL(asked).origin);
    if (isOwn) last = asked;
    return isOwn;
  };
}
