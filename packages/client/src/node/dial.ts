import type { BindingName } from "@a2a/bridge";
import type { EgressPolicy, TlsOptions } from "@a2a/http";
import { nodeClient } from "@a2a/http/node";
import { isLoopback } from "@a2a/types/internal";
import { loadPackage } from "@a2a/types/node";
import type { ConnectWithOptions } from "../connect/connect-with.ts";
import type { ClientBinding } from "../transports/binding.ts";

/**
 * How bindings with connections of their own, such as gRPC, are found and connect: to any port of the agent's own hosts (`host` or
 * `host:port`), and elsewhere to what the policy allows.
 */
export function nodeDial(
  hosts: readonly string[],
  egress: EgressPolicy = {},
  tls?: TlsOptions,
): Pick<ConnectWithOptions, "findBinding" | "dial"> {
  const allowHosts = [...hosts.flatMap(hostNames), ...(egress.allowHosts ?? [])];
  const { lookup } = nodeClient({ egress: { ...egress, allowHosts } });
  return { findBinding, dial: { lookup, tls } };
}

/** The binding of a package of its own, if it is installed. */
async function findBinding(name: BindingName): Promise<ClientBinding | undefined> {
  if (name !== "GRPC") return undefined;
  const { grpc } = (await loadPackage("@a2a/grpc/client", "the binding GRPC")) as { grpc: ClientBinding }; // the package promises that
  return grpc;
}

/** A host without its port; the names of the own machine are one. */
function hostNames(host: string): string[] {
  const name = host.replace(/:\d+$/, "");
  return isLoopback(name) ? ["localhost", "127.0.0.1", "[::1]"] : [name];
}
