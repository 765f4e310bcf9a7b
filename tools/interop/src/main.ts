// `npm run interop [LANGUAGE …]`: runs our client and server against the SDKs of other languages, and writes docs/interop.md.
// `npm run interop -- compare` sends our server and the official ones the same requests, and writes docs/comparison.md.
await (process.argv[2] === "compare" ? import("./compare-main.ts") : import("./try-sdks.ts"));
