import { expect, it } from "vitest";
import { readGatewayConfig } from "./read-config.ts";

it("reads all members, and takes secrets from the environment", () => {
  const text = `
port: 8080
host: 0.0.0.0
publicUrl: https://agents.example
store: memory
grpc: { port: 50051, address: "agents.example:443", cleartext: true }
routing: tenant
defaultAgent: tax
versions: ["1.0", "0.3"]
auth: { bearer: { "\${ANN}": ann } }
limits: { callsPerSecond: 5, messagesPerDay: 100, streamsPerCaller: 3 }
webhooks: { callbackUrl: https://gateway.internal, secretKey: "\${KEY}" }
agents:
  tax: { url: https://tax.internal, credentials: pass, versions: ["0.3"], card: verbatim, allow: [bearer ann] }
  books: { url: https://books.internal, credentials: { bearer: "\${BOOKS}" } }
`;
  const options = readGatewayConfig(text, "gateway.yaml", { ANN: "t-1", BOOKS: "t-2", KEY: "0123456789abcdef" });
  expect(options).toMatchObject({
    port: 8080,
    host: "0.0.0.0",
    publicUrl: "https://agents.example",
    defaultAgent: "tax",
    grpc: { port: 50051, address: "agents.example:443", cleartext: true },
    limits: { maxStreamsPerCaller: 3 },
    webhooks: { callbackUrl: "https://gateway.internal", secretKey: "0123456789abcdef" },
    agents: { tax: { credentials: { pass: true }, versions: ["0.3"], serveCard: "verbatim" }, books: {} },
  });
  const { authorize, quota } = options.policy ?? {};
  expect([
    authorize?.({ subject: "ann", source: "bearer" }, "getTask", "tax"),
    authorize?.({ subject: "bob", source: "bearer" }, "getTask", "tax"),
    authorize?.({ subject: "ann", source: "https://other.example" }, "getTask", "tax"),
    authorize?.({ subject: "ann" }, "getTask", "tax"),
  ]).toEqual([true, false, false, false]);
  expect(quota?.({ subject: "ann" }, "tax")).toEqual({ messages: 100 });
});

it.each([
  ["agents: [", "gateway.yaml: "],
  ["port: 8080", "gateway.yaml: agents: "],
  ["agents: { tax: { url: tax } }", 'gateway.yaml: agents.tax.url: expected a URL such as "https://agent.example"'],
  [
    "agents: { tax: { url: https://t.example, credentials: { token: x } } }",
    "agents.tax.credentials: expected none, pass, or",
  ],
  [
    "agents: { tax: { url: https://t.example, allow: [ops] } }",
    "agents.tax.allow.0: expected a user after the scheme or the issuer that vouches for it",
  ],
  ["agents: {}\nportt: 1", "portt"],
  ["agents: {}\nwebhooks: { secretKey: short }", "gateway.yaml: webhooks.secretKey: expected at least 16 characters"],
  [`agents: { tax: { url: "\${NOWHERE}" } }`, "gateway.yaml: environment variable NOWHERE is not set"],
])("says what is wrong with %s", (text, message) => {
  expect(() => readGatewayConfig(text, "gateway.yaml")).toThrow(message);
});
