export { v1_0 } from "./versions/v1_0.ts";
