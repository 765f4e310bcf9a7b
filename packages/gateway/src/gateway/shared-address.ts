import type { AccessPolicy, Perform } from "@a2a/server/backend-kit";
import { invalidParams, type Principal, taskNotFound } from "@a2a/types";
import { ownerOf } from "../relay/relay-context.ts";
import type { RouteStore } from "../routes/route-store.ts";
import type { AgentSite } from "./agent-site.ts";
import { taskIdOf } from "./audited.ts";

/** The data that calls at the shared address are routed by. */
export interface SharedAddress {
  readonly sites: ReadonlyMap<string, AgentSite>;
  readonly routes: RouteStore;
  readonly policy: Pick<AccessPolicy, "ownerOf">;
  readonly defaultAgent: string | undefined;
}

/**
 * Performs calls at the address that all agents share. The tenant names the agent. A call without one goes to the agent that has its task,
 * else to the default agent: callers of old protocol versions have no tenants, and others forget them.
 */
export function sharedPerform({ sites, routes, policy, defaultAgent }: SharedAddress): Perform {
  async function agentOf(call: Parameters<Perform>[0], caller: Principal): Promise<string | undefined> {
    const taskId = call.taskAlias ?? taskIdOf(call.input);
    if (taskId === undefined) return defaultAgent;
    const owner = ownerOf({ tenant: caller.tenant ?? "", owner: policy.ownerOf(caller) });
    const named = call.codec.clientTaskIds ? await routes.findAlias(owner, taskId) : undefined;
    const route = named ?? (await routes.find(taskId));
    if (route === undefined && defaultAgent === undefined) throw taskNotFound(taskId);
    return route?.agent ?? defaultAgent;
  }

  return async (call, caller, signal) => {
    const { tenant, ...input } = call.input as typeof call.input & { tenant?: string }; // every input may have one
    const name = tenant || (await agentOf(call, caller));
    const site = name === undefined ? undefined : sites.get(name);
    if (site) return site.perform({ ...call, input: input as typeof call.input }, caller, signal);
    throw invalidParams("tenant", `expected one of ${[...sites.keys()].slice(0, 20).join(", ")}`);
  };
}

/** Performs calls at a host of an agent's own there, and others at the address that all agents share. */
export function byHost(hosts: ReadonlyMap<string, AgentSite>, shared: Perform): Perform {
  if (hosts.size === 0) return shared;
  return (call, caller, signal) => {
    const host = (call.headers.host ?? "").toLowerCase();
    const site = hosts.get(host) ?? hosts.get(host.replace(/:\d+$/, ""));
    return site ? site.perform(call, caller, signal) : shared(call, caller, signal);
  };
}
