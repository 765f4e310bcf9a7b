/** The results of a run of `npm run faults`, copied from its output. */
export const faultsReport = "";
