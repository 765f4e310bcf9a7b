import { isJsonObject } from "@a2a/types";
import { detectAnswer } from "../codec/detect-version.ts";
import type { OtherReader, VersionCodec } from "../codec/version-codec.ts";

/** Reads answers that are plainly written in another protocol version than the one spoken, if that is among `others`. */
export function otherReader(spoken: VersionCodec, others: readonly VersionCodec[]): OtherReader {
  return (answer) => {
    if (!isJsonObject(answer) || spoken.matchAnswer(answer) !== "none") return undefined;
    return detectAnswer(others, answer);
  };
}
