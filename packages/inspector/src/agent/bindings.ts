import { type ConnectOptions, httpJson, jsonRpc } from "@a2a/client";
import type { ClientBinding } from "@a2a/client/core";
import { type DialOptions, nodeDial } from "@a2a/client/internal/dial";
import { isLocalError } from "@a2a/types";
import type { ConnectRequest } from "../protocol/api.ts";

/** Loads a binding that comes with a package of its own. Rejects with a sentence that says what to install. */
export type FindBinding = NonNullable<ConnectOptions["findBinding"]>;

/** The bindings to connect with, and how those connect that do not use HTTP. */
export interface Bindings {
  readonly bindings: readonly ClientBinding[];
  readonly dial: DialOptions;
}

/**
 * The binding that was asked for, or all that are there: GRPC where its package is installed, for agents whose cards offer it. Other
 * hosts than that of the address have to be public.
 */
export async function bindingsFor(
  address: string,
  asked: ConnectRequest["binding"],
  findBinding: FindBinding | undefined,
): Promise<Bindings> {
  const { dial, findBinding: installed } = nodeDial(URL.canParse(address) ? [new URL(address).host] : []);
  const find = async () => (findBinding ?? installed)?.("GRPC");
  const overHttp = [jsonRpc, httpJson].filter(({ name }) => asked === undefined || name === asked);
  const others = asked === "GRPC" ? [await find()] : asked === undefined ? [await find().catch(unlessMissing)] : [];
  return { bindings: [...overHttp, ...others.filter((binding) => binding !== undefined)], dial: { ...dial } };
}

function unlessMissing(error: unknown): undefined {
  if (!isLocalError(error, "CONFIG")) throw error;
}
