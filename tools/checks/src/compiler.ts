import { join } from "node:path";
import ts from "typescript";

/** The compiler options every package shares, as the TypeScript API wants them. */
export function sharedCompilerOptions(root: string): ts.CompilerOptions {
  const file = join(root, "tsconfig.base.json");
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, root, file).options;
}
