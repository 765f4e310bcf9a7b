// `npm run docs -- recording`: runs the demo and writes docs/images/demo.svg, then kills an agent in mid-stream and writes docs/images/hero.svg.
import { writeFileSync } from "node:fs";
import { recordDemo } from "./record.ts";
import { recordResume } from "./resume/record-resume.ts";
import { resumePicture } from "./resume/resume-picture.ts";

const image = (name: string) => new URL(`../../../../docs/images/${name}`, import.meta.url);
const asked = process.argv.slice(2);
if (asked.length === 0 || asked.includes("demo")) writeFileSync(image("demo.svg"), await recordDemo());
if (asked.length === 0 || asked.includes("hero")) writeFileSync(image("hero.svg"), resumePicture(await recordResume()));
