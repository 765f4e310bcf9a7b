import { parseArgs } from "node:util";

/** `parseArgs` for the tools of this repository: refuses unknown options in one sentence that names the known ones, and exits with 2. */
export const readArguments = ((config) => {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const known = Object.keys(config?.options ?? {}).map((name) => `--${name}`);
    const [reason = ""] = error.message.split(". To specify");
    console.error(`${reason.replace(/\.$/, "")}: use ${known.join(", ")}`);
    process.exit(2);
  }
}) as typeof parseArgs; // it takes and returns the same
