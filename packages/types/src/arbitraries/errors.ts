import * as fc from "fast-check";
import { A2AError, type A2AErrorOptions } from "../errors/a2a-error.ts";
import { errorCodes } from "../errors/codes.ts";
import { jsonObject, list, mapOf, nonEmptyText, object, text } from "./values.ts";

const options: fc.Arbitrary<A2AErrorOptions> = object(
  {},
  {
    metadata: mapOf(text),
    violations: list(fc.record({ field: text, description: text }, { noNullPrototype: true })),
    details: list(jsonObject.map((members) => ({ ...members, "@type": "type.googleapis.com/google.protobuf.Struct" }))),
    retryAfterMs: fc.nat({ max: 86_400_000 }),
  },
);

/** An error that may cross the wire, of any code. */
export const a2aError: fc.Arbitrary<A2AError> = fc
  .tuple(fc.constantFrom(...errorCodes), nonEmptyText, options)
  .map(([code, message, more]) => new A2AError(code, message, more));
