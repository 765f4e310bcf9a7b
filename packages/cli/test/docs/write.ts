// Writes docs/cli.md and docs/cli-compliance.yaml.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cliReference } from "./cli-reference.ts";
import { complianceReport, undated } from "./compliance-report.ts";

const docs = new URL("../../../../docs/", import.meta.url);
const root = fileURLToPath(new URL("../../", import.meta.url));
writeFileSync(new URL("cli.md", docs), await cliReference());
const report = new URL("cli-compliance.yaml", docs);
const today = complianceReport(root, new Date().toISOString().slice(0, 10));
// A report that says the same keeps its date.
if (undated(readFileSync(report, "utf8")) !== undated(today)) writeFileSync(report, today);
