import * as fc from "fast-check";

// The same random values in every run, so that a red run is about the change at hand. `A2A_SEED` takes others; those of
// `npm run test:long` are new each time.
fc.configureGlobal({ seed: Number(process.env.A2A_SEED ?? 20_260_101) });
