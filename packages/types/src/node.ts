export { file } from "./files/file.ts";
export { loadPackage } from "./runtime/load-package.ts";
export { nodeSqlite } from "./runtime/sqlite.ts";
