import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import * as cortex from "../src/cortex.ts";
import * as gmfForge from "../src/gmf-forge.ts";
import { toJsonSchema } from "../src/index.ts";
import * as model from "../src/schemas.ts";
import * as v0_1 from "../src/v0_1.ts";
import * as v0_2 from "../src/v0_2.ts";
import * as v0_3 from "../src/v0_3.ts";
import { cortexRows, gmfForgeRows } from "./tables/dialects.ts";
import { rows as modelRows } from "./tables/model.ts";
import { change, type Row, schemaOf, type Wrong } from "./tables/row.ts";
import { rows as v0_1Rows } from "./tables/v0_1.ts";
import { rows as v0_2Rows } from "./tables/v0_2.ts";
import { rows as v0_3Rows } from "./tables/v0_3.ts";

const entryPoints: [string, object, Record<string, Row>][] = [
  ["the model", model, modelRows],
  ["0.3", v0_3, v0_3Rows],
  ["0.2", v0_2, v0_2Rows],
  ["0.1", v0_1, v0_1Rows],
  ["cortex", cortex, cortexRows],
  ["gmf-forge", gmfForge, gmfForgeRows],
];

// Another validator is the judge: what it makes of the exported schema has to agree with ours.
describe.each(entryPoints)("the JSON Schemas of %s", (_, entry, rows) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  it.each(Object.entries(rows))("%s accepts its example and refuses the wrong neighbours", (name, row) => {
    const validate = ajv.compile(toJsonSchema(schemaOf(entry, name)));
    expect(validate(row.example), JSON.stringify(validate.errors)).toBe(true);
    for (const wrong of row.wrong.filter((one) => isExpressible(name, one))) {
      const [place, value] = wrong;
      expect(validate(change(row.example, place, value)), `${name} with ${place} = ${String(value)}`).toBe(false);
    }
  });
});

describe("toJsonSchema", () => {
  it("says exactly one of for a oneof, any value for JSON and object for free-form members", () => {
    expect(toJsonSchema(model.PartSchema)).toStrictEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        text: { type: "string" },
        raw: { type: "string", contentEncoding: "base64" },
        url: { type: "string" },
        data: {},
        metadata: { type: "object" },
        filename: { type: "string" },
        mediaType: { type: "string" },
      },
      oneOf: [{ required: ["text"] }, { required: ["raw"] }, { required: ["url"] }, { required: ["data"] }],
    });
  });
});

/** JSON Schema asserts neither formats nor encodings, and knows only what JSON can hold. */
function isExpressible(name: string, [place, value]: Wrong): boolean {
  if (value === undefined || typeof value === "bigint" || Number.isNaN(value)) return false;
  const formatted = /^(Base64|Timestamp)/.test(name) || /(raw|bytes|timestamp|After)$/.test(place);
  return !(formatted && typeof value === "string");
}
