// `npm run documents`: writes the documents that come from schemas.
import { writeFileSync } from "node:fs";
import { configurationDocument } from "./configuration.ts";

writeFileSync(new URL("../../../docs/configuration.md", import.meta.url), configurationDocument());
