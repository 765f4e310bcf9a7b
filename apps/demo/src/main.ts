import { runSkeleton } from "./skeleton.ts";

await runSkeleton((line) => console.log(line));
