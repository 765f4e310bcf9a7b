import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { gatewayMarkdown } from "../src/gateway/gateway-markdown.ts";
import { tryGateway } from "../src/gateway/gateway-matrix.ts";

// 1,500 attempts, most of them one after the other: a machine with a tenth of a processor for them needs minutes.
const TIMEOUT_MS = 240_000;

it(
  "every caller can do everything with every agent through the gateway, and docs/gateway-matrix.md is up to date",
  async () => {
    const cells = await tryGateway();
    const failed = cells.flatMap(({ caller, agent, fails }) =>
      fails.map((failure) =>
        [caller, agent].map(({ name, version, binding }) => `${name} ${version} ${binding}`).concat(failure),
      ),
    );
    expect(failed).toEqual([]);
    const written = readFileSync(new URL("../../../docs/gateway-matrix.md", import.meta.url), "utf8");
    expect(gatewayMarkdown(cells)).toBe(written);
  },
  TIMEOUT_MS,
);
