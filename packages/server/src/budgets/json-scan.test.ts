import type { JsonLimits } from "@a2a/types";
import { JsonCounter } from "@a2a/types/internal";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { JsonScan } from "./json-scan.ts";

const checkJsonText = (text: string, limits: JsonLimits) => new JsonCounter(limits).addText(text);

it("agrees with the check of the whole text, wherever it is cut", () => {
  const limits = fc.record({ maxDepth: fc.nat({ max: 4 }), maxNodes: fc.integer({ min: 1, max: 12 }) });
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), limits, fc.integer({ min: 1, max: 5 }), (value, bounds, size) => {
      const bytes = Buffer.from(JSON.stringify(value));
      const scan = new JsonScan(bounds);
      let reason: string | undefined;
      for (let at = 0; at < bytes.length && reason === undefined; at += size)
        reason = scan.push(bytes.subarray(at, at + size));
      const whole = checkJsonText(bytes.toString(), bounds);
      // It may let one value more pass, which is found when the body is parsed.
      if (reason !== undefined) expect(whole).toBeDefined();
      const more = checkJsonText(bytes.toString(), { ...bounds, maxNodes: bounds.maxNodes + 1 });
      if (more !== undefined) expect(reason).toBeDefined();
    }),
    { numRuns: 200 },
  );
});
