import { join } from "node:path";
import ts from "typescript";

/** The options of a new project: those of the repository, without what `strict` does not include. */
export function userCompilerOptions(root: string): ts.CompilerOptions {
  return { ...sharedCompilerOptions(root), exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false };
}

/** The compiler options every package shares, as the TypeScript API wants them. */
export function sharedCompilerOptions(root: string): ts.CompilerOptions {
  const file = join(root, "tsconfig.base.json");
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, root, file).options;
}
