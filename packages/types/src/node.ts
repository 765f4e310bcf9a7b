export { file } from "./files/file.ts";
