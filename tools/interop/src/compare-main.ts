// Asks our server and the official ones, and writes docs/comparison.md.
import { askAll } from "./compare.ts";
import { writeDocument } from "./compare-document.ts";

// The official servers log every request that they reject here to the console.
Object.assign(console, { info: () => undefined, error: () => undefined });
writeDocument(await askAll());
