import { asA2AError } from "@a2a/bridge";
import { A2AError } from "@a2a/types";
import type { GrpcCalls } from "./call-port.ts";

/** The calls of an agent that has not started yet: all are refused, and may be repeated. */
export const NOT_STARTED: GrpcCalls = {
  options: {},
  limits: {},
  authenticate: () => {
    throw new A2AError("UNAVAILABLE", "The agent is starting: try again shortly", { retryAfterMs: 1_000 });
  },
  hold: () => ({ take: () => {}, release: () => {} }),
  perform: () => Promise.reject(new A2AError("UNAVAILABLE")),
  refuse: (error) => asA2AError(error),
  isStopping: () => false,
};
