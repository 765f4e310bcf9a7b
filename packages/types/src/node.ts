export { file } from "./files/file.ts";
export { loadPackage } from "./runtime/load-package.ts";
