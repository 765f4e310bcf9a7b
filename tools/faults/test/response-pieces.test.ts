import { expect, it } from "vitest";
import { callInPieces } from "../src/scenarios/response-pieces.ts";

// On a small scale; `npm run faults pieces` makes 10,000 calls of each.
it.each(["client", "gateway"] as const)(
  "responses that arrive in pieces are complete, and break no later call (%s)",
  async (target) => {
    expect(await callInPieces(300, target)).toEqual({ right: 300, wrong: 0 });
  },
);
