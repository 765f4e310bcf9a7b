import { describe } from "vitest";
import * as cortex from "../src/cortex.ts";
import * as gmfForge from "../src/gmf-forge.ts";
import * as model from "../src/schemas.ts";
import * as v0_1 from "../src/v0_1.ts";
import * as v0_2 from "../src/v0_2.ts";
import * as v0_3 from "../src/v0_3.ts";
import { cortexRows, gmfForgeRows } from "./tables/dialects.ts";
import { rows as modelRows } from "./tables/model.ts";
import { describeSchemas } from "./tables/row.ts";
import { rows as v0_1Rows } from "./tables/v0_1.ts";
import { rows as v0_2Rows } from "./tables/v0_2.ts";
import { rows as v0_3Rows } from "./tables/v0_3.ts";

describe("the model", () => describeSchemas(model, modelRows));
describe("0.3", () => describeSchemas(v0_3, v0_3Rows));
describe("0.2", () => describeSchemas(v0_2, v0_2Rows));
describe("0.1", () => describeSchemas(v0_1, v0_1Rows));
describe("cortex (S0-02, S0-03, S0-04, S1-06, S1-07, S1-08, S1-21)", () => describeSchemas(cortex, cortexRows));
describe("gmf-forge (S2-40, S2-41, S2-42, S2-43, S2-44, S2-45, S2-46, S2-47, S2-48, S2-49, S2-50)", () =>
  describeSchemas(gmfForge, gmfForgeRows));
