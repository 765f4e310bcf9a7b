import type { EgressPolicy } from "@a2a/http";
import { isLoopback } from "@a2a/types/internal";
import { WEBHOOK_PORTS } from "../webhooks/check-webhook.ts";

/** Where a server can be reached. */
export interface Exposure {
  readonly host?: string | undefined;
  readonly publicUrl?: string | undefined;
  readonly security?: { readonly allowedHosts?: readonly string[] } | undefined;
  readonly grpc?: boolean | { readonly host?: string; readonly address?: string } | undefined;
}

/**
 * The addresses that webhooks may have: those that the operator names, otherwise public ones, and for callers on this machine also its own.
 */
export function webhookEgress(asked: EgressPolicy | undefined, exposure: Exposure): EgressPolicy {
  if (asked !== undefined) return { ports: WEBHOOK_PORTS, ...asked };
  return { ports: WEBHOOK_PORTS, ...(isLocalOnly(exposure) && { allowHosts: ["localhost", "127.0.0.1", "[::1]"] }) };
}

/**
 * Whether only programs on this machine can call a server: its sockets are bound to the loopback interface, which accepts connections from
 * loopback addresses only, and no other name or address is announced for it, as a server behind a proxy or a tunnel does.
 */
function isLocalOnly({ host = "127.0.0.1", publicUrl, security, grpc }: Exposure): boolean {
  const grpcHosts = typeof grpc === "object" ? [grpc.host, grpc.address?.replace(/:\d+$/, "")] : [];
  const hosts = [host, publicUrl === undefined ? undefined : new URL(publicUrl).hostname, ...grpcHosts];
  return (security?.allowedHosts ?? []).length === 0 && hosts.every((each) => each === undefined || isLoopback(each));
}
