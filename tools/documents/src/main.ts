// `npm run documents`: writes the documents that come from schemas and sources.
import { writeFileSync } from "node:fs";
import { configurationDocument } from "./configuration.ts";
import { errorsDocument } from "./errors.ts";
import { figures } from "./figures/figures.ts";
import { limitsDocument } from "./limits/limits-page.ts";

writeFileSync(new URL("../../../docs/configuration.md", import.meta.url), configurationDocument());
writeFileSync(new URL("../../../docs/errors.md", import.meta.url), errorsDocument());
writeFileSync(new URL("../../../docs/limits.md", import.meta.url), limitsDocument());
for (const [name, figure] of Object.entries(figures())) {
  writeFileSync(new URL(`../../../docs/images/${name}`, import.meta.url), figure);
}
