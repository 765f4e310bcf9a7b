import { expect, it } from "vitest";
import { serveGateway } from "../node/serve-gateway.ts";
import { createGateway } from "./gateway.ts";

const tax = { url: "https://tax.example" };

it.each<[string, unknown, string]>([
  ["no options", undefined, "expected options such as { agents }, found undefined"],
  ["no agents", {}, 'agents: name at least one, such as { tax: { url: "https://tax.example" } }'],
  ["a misspelled option", { agnets: { tax } }, 'unknown option "agnets"; did you mean agents?'],
  [
    "a misspelled option of an agent",
    { agents: { tax: { ulr: "" } } },
    'unknown option "agents.tax.ulr"; did you mean url?',
  ],
  [
    "a URL in the place of an agent",
    { agents: { tax: tax.url } },
    'agents.tax: expected an object such as { url: "https://tax.example" }, found a string',
  ],
  [
    "an agent without a URL",
    { agents: { tax: {} } },
    'agents.tax.url: expected an absolute URL such as "https://agent.example", found undefined',
  ],
  [
    "tokens to exchange where it cannot know which identified the caller",
    {
      agents: { tax: { ...tax, credentials: { exchange: async () => "" } } },
      security: { authenticate: () => ({ subject: "ann" }) },
    },
    "agents.tax.credentials: exchange needs callers whom `auth` identified by a token; `security.authenticate` does not say how it identified them",
  ],
])("a gateway refuses %s with one sentence", async (_, options, message) => {
  expect(() => createGateway(options as never)).toThrow(new TypeError(message));
  await expect(serveGateway(options as never)).rejects.toThrow(new TypeError(message));
});

it("a gateway that does not listen has no port", () => {
  expect(() => createGateway({ agents: { tax }, port: 80 } as never)).toThrow(
    /^unknown option "port"; expected one of: agents, /,
  );
});
