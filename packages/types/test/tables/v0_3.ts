import type * as v0_3 from "../../src/v0_3.ts";
import type { Rows } from "./row.ts";
import { rows as cards } from "./v0_3-cards.ts";
import { rows as content } from "./v0_3-content.ts";

/** Every schema of 0.3. */
export const rows: Rows<typeof v0_3> = { ...cards, ...content };
