// `npm run compare`: asks our server and the official ones, and writes docs/comparison.md and the excerpt in the README.
import { askAll } from "./compare.ts";
import { writeFiles } from "./compare-files.ts";

// The official servers report on the console whatever they are asked to refuse here.
Object.assign(console, { info: () => undefined, error: () => undefined });
writeFiles(await askAll());
