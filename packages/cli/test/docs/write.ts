// Writes docs/cli.md and docs/cli-compliance.yaml.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cliReference } from "./cli-reference.ts";
import { complianceReport } from "./compliance-report.ts";

const docs = new URL("../../../../docs/", import.meta.url);
const root = fileURLToPath(new URL("../../", import.meta.url));
writeFileSync(new URL("cli.md", docs), await cliReference());
writeFileSync(new URL("cli-compliance.yaml", docs), complianceReport(root, new Date().toISOString().slice(0, 10)));
