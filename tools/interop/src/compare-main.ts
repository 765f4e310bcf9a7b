// Asks our server and the official ones, and writes docs/comparison.md.
import { askAll } from "./compare.ts";
import { writeDocument } from "./compare-document.ts";

// The official servers report on the console whatever they are asked to refuse here.
Object.assign(console, { info: () => undefined, error: () => undefined });
writeDocument(await askAll());
