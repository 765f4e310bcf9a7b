// `npm run recording`: runs the demo and writes docs/images/demo.svg.
import { writeFileSync } from "node:fs";
import { recordDemo } from "./record.ts";

writeFileSync(new URL("../../../docs/images/demo.svg", import.meta.url), await recordDemo());
