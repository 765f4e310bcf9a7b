import * as fc from "fast-check";

// The same random values in every run, so that a red run is about the change at hand. `A2A_SEED` takes others; those of
// a long run are new each time: `A2A_SEED=$(date +%s) npm test`.
fc.configureGlobal({ seed: Number(process.env.A2A_SEED ?? 20_260_101) });
