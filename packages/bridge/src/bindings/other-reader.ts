import type { ProtocolVersion } from "@a2a/types";
import { answerVersion } from "../codec/detect-version.ts";
import type { OtherReader, VersionCodec } from "../codec/version-codec.ts";

/** Reads answers that are plainly written in another generation than the one spoken, wherever `find` has its codec. */
export function otherReader(
  { version: spoken }: VersionCodec,
  find: (version: ProtocolVersion) => VersionCodec | undefined,
): OtherReader {
  return (answer) => {
    const version = answerVersion(answer);
    return version === undefined || fits(version, spoken) ? undefined : find(version);
  };
}

/**
 * Whether an answer of this shape may come from a peer of the generation spoken. 0.2 and 0.3 look the same, and where they lack the
 * members that tell them from 0.1, it is more likely that a sloppy peer left them out.
 */
function fits(shape: ProtocolVersion, spoken: ProtocolVersion): boolean {
  if (shape === spoken) return true;
  return (spoken === "0.2" || spoken === "0.3") && (shape === "0.3" || shape === "0.1");
}
