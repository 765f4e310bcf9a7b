// Unpacks Chromium, and the libraries that it needs, to the folder for temporary files.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import chromium, { inflate } from "@sparticuz/chromium";

const files = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..", "bin");
await Promise.all([chromium.executablePath(), inflate(join(files, "al2023.tar.br"))]);
