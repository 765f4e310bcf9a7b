import type { KnownFailure, Section } from "../sdk.ts";
import { goFailures } from "./go.ts";
import { hostFailures } from "./hosts.ts";
import { javaFailures } from "./java.ts";
import { javascriptFailures } from "./javascript.ts";
import { pythonFailures } from "./python.ts";

/** Every failure that a run may show. One that is listed and does not occur fails the run as well, unless it depends on timing. */
export const knownFailures: readonly KnownFailure[] = [
  ...javascriptFailures,
  ...javaFailures,
  ...pythonFailures,
  ...goFailures,
  ...hostFailures,
];

/** The known failure of an operation, if it is listed. */
export function knownFailure(section: Section, operation: string): KnownFailure | undefined {
  return knownFailures.find((known) => covers(known, section) && known.operations.includes(operation));
}

function covers({ sdk, caller, version, binding }: KnownFailure, section: Section): boolean {
  return (
    section.sdk.startsWith(sdk) &&
    section.caller === caller &&
    (version ?? section.version) === section.version &&
    (binding ?? section.binding) === section.binding
  );
}

/** The deviations of a section: failures that are not listed, and listed ones that did not occur. */
export function surprises(section: Section): string[] {
  return section.outcomes.flatMap(({ operation, failure }) => {
    const known = knownFailure(section, operation);
    const what = `${section.sdk}, ${section.caller} client, ${section.version} over ${section.binding}, ${operation}`;
    if (failure !== undefined && known === undefined) return [`${what}: ${failure}`];
    return failure === undefined && known && !known.sometimes
      ? [`${what}: works, although it is listed as failing`]
      : [];
  });
}
