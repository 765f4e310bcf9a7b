// `npm run faults [name …]`: does to a server what attackers and failing machines do, and tells how it fares.
// `npm run faults -- crash`, `-- replicas` and `-- soak` kill a server under load, do the same to three replicas on one PostgreSQL,
// and look for leaked memory.
const programs: Readonly<Record<string, () => Promise<unknown>>> = {
  crash: () => import("./crash.ts"),
  replicas: () => import("./replicas/main.ts"),
  soak: () => import("./soak.ts"),
};
const program = programs[process.argv[2] ?? ""];
if (program) process.argv.splice(2, 1);
await (program ?? (() => import("./faults.ts")))();
// By itself, Node may spin forever in its cleanup: it waits for a handle of a process that was killed under load.
process.exit();
