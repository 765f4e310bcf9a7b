// `npm run docs`: builds the site, with the API reference among its pages; `npm run docs -- --watch` serves it while you write.
// `npm run docs -- run [FILE …]` runs the programs and `a2a` commands of pages, `-- recording` records the demo for the README,
// `-- pictures` takes pictures of the inspector and the site, and `-- measure` looks for barriers and delays in both.
const programs: Readonly<Record<string, () => Promise<unknown>>> = {
  site: () => import("./site/main.ts"),
  run: () => import("./snippets/main.ts"),
  recording: () => import("./recording/main.ts"),
  measure: () => import("./recording/measure/main.ts"),
  pictures: () => import("./recording/pictures/main.ts"),
};
const asked = process.argv[2] ?? "";
const program = programs[asked];
if (!program && asked !== "" && asked !== "--watch") {
  console.error(`npm run docs -- ${asked}: use ${Object.keys(programs).join(", ")} or --watch`);
  process.exit(2);
}
if (program) process.argv.splice(2, 1);
await (program ?? programs.site)?.();
