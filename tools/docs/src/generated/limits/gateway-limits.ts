import type { Section } from "./section.ts";

/** The limits of a gateway beside those of a server. */
export const gatewayLimits: readonly Section[] = [
  {
    title: "Gateways",
    introduction:
      "Options of `createGateway`, `serveGateway` and its agents. The limits on requests, callers, answers and streams above also apply to a gateway.",
    options: [
      {
        file: "gateway/src/gateway/options.ts",
        options: "GatewayOptions",
        prefix: "",
        defaults: "gateway/src/gateway/gateway.ts",
        beyond: {
          maxAgentBytesInFlight: {
            code: "CAPACITY_EXCEEDED",
            message: "More than {} bytes are on their way to agents or back: try again shortly",
          },
          maxAgentAnswerBytes: { code: "INVALID_AGENT_RESPONSE", message: "The answer of agent … is invalid" },
        },
        others: [
          "agents",
          "baseUrl",
          "defaultAgent",
          "routing",
          "policy",
          "routes",
          "webhooks",
          "cardSigner",
          "http",
          "httpFor",
          "dialFor",
          "grpcOffer",
          "meter",
          "onEvent",
        ],
      },
      {
        file: "gateway/src/agents/agent-options.ts",
        defaults: "gateway/src/agents/agent-link.ts",
        options: "AgentOptions",
        prefix: "agents.NAME.",
        beyond: {
          timeoutMs: { code: "UNAVAILABLE", message: "Agent … cannot be reached: try again shortly" },
          maxCalls: {
            code: "RATE_LIMITED",
            message: "Too many requests: more calls to agent … are open than one caller may have",
          },
        },
        others: [
          "url",
          "credentials",
          "versions",
          "bindings",
          "headers",
          "origins",
          "card",
          "verifyCard",
          "serveCard",
          "hosts",
          "breaker",
        ],
      },
      {
        file: "gateway/src/agents/circuit-breaker.ts",
        options: "BreakerOptions",
        prefix: "agents.NAME.breaker.",
        beyond: {
          failures: { code: "UNAVAILABLE", message: "Agent … has failed repeatedly: try again shortly" },
          restMs: "The card of the agent is read, and decides.",
        },
      },
      {
        file: "gateway/src/routes/memory-routes.ts",
        options: "MemoryRoutesOptions",
        prefix: "createMemoryRoutes: ",
        beyond: { maxTasks: "The caller with the most loses its oldest, which then belong to nobody." },
      },
      {
        file: "client/src/auth/token-exchange.ts",
        options: "TokenExchangeOptions",
        prefix: "tokenExchange: ",
        beyond: { maxTokens: "The token stored first is forgotten." },
        others: ["tokenUrl", "clientId", "clientSecret", "audience", "scope", "http"],
      },
    ],
    fixed: [
      {
        file: "gateway/src/node/serve-gateway.ts",
        name: "MAX_CONNECTIONS",
        meaning: "Connections to one agent (`serveGateway` only).",
        beyond: "Calls wait for a connection.",
      },
      {
        file: "gateway/src/gateway/quotas.ts",
        name: "MAX_CALLERS",
        meaning: "Callers whose messages are counted, where there are quotas.",
        beyond: "The caller that began first is forgotten.",
      },
      {
        file: "gateway/src/relay/list-tasks.ts",
        name: "MAX_PAGES",
        meaning: "Pages of an agent that one list of tasks reads.",
        beyond: "The page ends early, with a page token for the rest.",
      },
    ],
  },
];
