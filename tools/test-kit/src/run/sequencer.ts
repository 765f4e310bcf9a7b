import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Small files with long tests. A run that knows no durations yet starts the largest files first, and would wait for these alone at its
 * end.
 */
const LONG = [
  "tools/interop/test/gateway-matrix.test.ts",
  "packages/postgres/test/contract.test.ts",
  "packages/postgres/test/contract-poll.test.ts",
  "tools/faults/test/soak.test.ts",
  "tools/faults/test/quota.test.ts",
  "apps/demo/test/cluster.test.ts",
  "apps/demo/test/demo.test.ts",
  "packages/server/test/simulation/simulation.test.ts",
];

/** Starts files with long tests first. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
