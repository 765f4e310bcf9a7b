import type * as types from "../../src/schemas.ts";
import { rows as cards } from "./model-cards.ts";
import { rows as content } from "./model-content.ts";
import { rows as requests } from "./model-requests.ts";
import type { Rows } from "./row.ts";

/** Every schema of the canonical model. */
export const rows: Rows<typeof types> = { ...content, ...cards, ...requests };
