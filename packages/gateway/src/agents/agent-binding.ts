import type { OpenStream } from "@a2a/bridge/internal/streams";
import type { ClientBinding, Transport } from "@a2a/client/core";
import { isLoopback } from "@a2a/types/internal";
import type { AgentHttpOptions } from "./agent-http.ts";
import { withoutSecrets } from "./agent-http.ts";
import { CallBudget, SMALL } from "./answer-budget.ts";
import { CountedEvents } from "./counted-events.ts";

type CallOptions = NonNullable<Parameters<Transport["unary"]>[2]>;

/** The limits of calls to one agent over a binding with connections of its own. */
export interface AgentBindingOptions extends Omit<AgentHttpOptions, "isOwn"> {
  /** The addresses that the operator named as the agent's. */
  readonly own: readonly string[];
}

/**
 * A binding under the rules that `agentHttp` has for HTTP: credentials of callers go to the agent's own hosts only, and large answers and
 * events are counted. Bindings over HTTP stay as they are.
 */
export function agentBinding(binding: ClientBinding, options: AgentBindingOptions): ClientBinding {
  if (!binding.ownPort) return binding;
  return {
    ...binding,
    open: (endpoint, means) => counted(binding.open(endpoint, means), options),
  };
}

function counted(transport: Transport, { own, secretHeaders, budget }: AgentBindingOptions): Transport {
  const { endpoint } = transport;
  const secrets = new Set(isOwnHost(endpoint.url, own) ? [] : secretHeaders.map((name) => name.toLowerCase()));
  const prepared = (call: CallOptions) => {
    const { headers = {}, meter = { events: 0, bytes: 0 } } = call;
    return { ...call, meter, headers: secrets.size === 0 ? headers : withoutSecrets(headers, secrets) };
  };
  const budgetOf = ({ budget: given }: CallOptions) =>
    given instanceof CallBudget ? given : new CallBudget(budget.budget, undefined);
  return {
    endpoint,
    async unary(operation, input, call = {}) {
      const made = prepared(call);
      const before = made.meter.bytes;
      const counting = budgetOf(call);
      try {
        const output = await transport.unary(operation, input, made);
        const size = made.meter.bytes - before;
        if (size > SMALL) counting.take(size);
        return output;
      } finally {
        counting.release();
      }
    },
    async stream(
      operation,
      input,
      call = {},
    ): Promise<OpenStream<Awaited<ReturnType<Transport["stream"]>>["first"] & {}>> {
      const made = prepared(call);
      const before = made.meter.bytes;
      const { owner } = budgetOf(call);
      const { first, rest } = await transport.stream(operation, input, made);
      const events = new CountedEvents(rest, made.meter, before, budget.budget, owner);
      await events.begin();
      return { first, rest: events };
    },
  };
}

/** Whether an address is at one of the agent's own hosts, at any port, and not less secure than those. */
function isOwnHost(url: string, own: readonly string[]): boolean {
  const { protocol, hostname } = new URL(url);
  const hosts = own.map((each) => new URL(each));
  const isSecure = protocol === "https:" || hosts.some((host) => host.protocol === "http:");
  return isSecure && hosts.some((host) => nameOf(host.hostname) === nameOf(hostname));
}

function nameOf(hostname: string): string {
  return isLoopback(hostname) ? "localhost" : hostname;
}
