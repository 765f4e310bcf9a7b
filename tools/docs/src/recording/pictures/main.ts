// `npm run docs -- pictures`: builds the site, and takes pictures of every panel of the inspector and of key pages of the site, in
// .ci/out/pictures: in both themes, for wide and narrow screens. The pictures of the README and the guide go to docs/images, at twice the resolution.
// `npm run docs -- pictures dark` and `npm run docs -- pictures 390` take some of them.
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startBrowser } from "test-kit/browser";
import { formats, takeDocumentPicture, takePanels } from "./inspector-pictures.ts";
import { startScene } from "./scene.ts";
import { takeSite } from "./site-pictures.ts";

const folder = fileURLToPath(new URL("../../../../../.ci/out/pictures", import.meta.url));
const images = fileURLToPath(new URL("../../../../../docs/images", import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const asked = process.argv.slice(2);
await import("../../site/main.ts");
const browser = await startBrowser();
try {
  for (const format of formats) {
    if (asked.length > 0 && !asked.includes(format.theme) && !asked.includes(String(format.width))) continue;
    await using scene = await startScene();
    await takePanels(browser, scene, format, folder);
    if (format.width > 1_000) await takeDocumentPicture(browser, scene, format.theme, images);
    await takeSite(browser, format, folder);
    console.log(`${format.theme} ${format.width}`);
  }
} finally {
  await browser.close();
}
