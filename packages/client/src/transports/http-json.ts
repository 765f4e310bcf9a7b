import { decodeRestAnswer, encodeRestCall, restEventReader } from "@a2a/bridge/rest";
import { httpBinding } from "./http-binding.ts";

/** HTTP+JSON: a route for each operation. Not every protocol version defines it. */
export const httpJson = httpBinding({
  name: "HTTP+JSON",
  versionedPaths: true,
  encodeCall: encodeRestCall,
  decodeAnswer: decodeRestAnswer,
  eventReader: restEventReader,
});
