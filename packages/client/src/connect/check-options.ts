import { LocalError } from "@a2a/types";
import { type OptionNames, refuseUnknownOptions } from "@a2a/types/internal";
import { callNames } from "../client/option-names.ts";
import type { ConnectOptions } from "./connect.ts";

/** Refuses an agent and options that cannot be meant, each with one sentence that says what would be right. */
export function checkConnect(agent: unknown, options: unknown): void {
  const isAgent = (typeof agent === "string" && agent !== "") || (typeof agent === "object" && agent !== null);
  if (!isAgent) {
    const found = agent === "" ? "an empty text" : String(agent);
    throw new LocalError("CONFIG", `connect: expected the URL, card or name of an agent, found ${found}`);
  }
  if (typeof options === "object" && options !== null) refuseUnknownOptions("connect", options, NAMES);
}

/** The options of `connect`. */
const NAMES: OptionNames<ConnectOptions> = {
  ...callNames,
  agent: true,
  agents: true,
  allowDowngrade: true,
  auth: true,
  bindings: true,
  card: true,
  cardUrl: true,
  configFile: true,
  deduplicates: true,
  dial: true,
  egress: true,
  findBinding: true,
  http: true,
  interceptors: true,
  limits: true,
  memory: true,
  onClose: true,
  origins: true,
  retryBudget: true,
  signatures: true,
  tls: true,
  verifyCard: true,
  versions: true,
};
