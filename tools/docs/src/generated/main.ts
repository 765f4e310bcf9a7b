// `npm run generate`: writes every file that comes from sources, tests and schemas. Tests fail while one of them is out of date.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configurationDocument } from "./configuration.ts";
import { errorsDocument } from "./errors.ts";
import { figures } from "./figures/figures.ts";
import { limitsDocument } from "./limits/limits-page.ts";

const root = new URL("../../../../", import.meta.url);
const write = (path: string, content: string) => writeFileSync(new URL(path, root), content);

write("docs/configuration.md", configurationDocument());
write("docs/errors.md", errorsDocument());
write("docs/limits.md", limitsDocument());
for (const [name, figure] of Object.entries(figures())) write(`docs/images/${name}`, figure);

/** Programs that write the rest: the reference of the CLI, the list of regular expressions, the requirements and their tests. */
const others = ["packages/cli/test/docs/write.ts", "tools/checks/src/expressions.ts", "tools/conformance/src/main.ts"];
for (const program of others) {
  const file = fileURLToPath(new URL(program, root));
  const { status } = spawnSync(process.execPath, ["--conditions=@a2a/source", "--no-warnings", file], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
