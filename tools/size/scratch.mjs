import { build } from "esbuild"; import { gzipSync } from "node:zlib"; import { builtinModules } from "node:module";
const entry = process.argv[2];
const r = await build({ stdin: { contents: entry, resolveDir: process.cwd()+"/packages/client/src", loader: "ts" }, bundle: true, minify: true, write: false, metafile: true, format: "esm", target: "es2023", platform: "neutral", mainFields: ["module","main"], conditions: ["@a2a/source","import"], external: ["zod","node:*",...builtinModules], logLevel: "error" });
const out = r.outputFiles[0]; console.log("gzip", gzipSync(out.contents,{level:9}).length, "min", out.contents.length);
const m = Object.values(r.metafile.outputs)[0].inputs;
for (const [k,v] of Object.entries(m).sort((a,b)=>b[1].bytesInOutput-a[1].bytesInOutput).slice(0,60)) console.log(v.bytesInOutput, k);
const by = {}; for (const [k,v] of Object.entries(m)) { const p = k.match(/packages\/(\w+)/)?.[1] ?? "npm"; by[p] = (by[p]??0)+v.bytesInOutput; } console.log(by);
