export { httpJson } from "./transports/http-json.ts";
