import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serveInspector } from "@a2a/inspector";
import { createMemoryEngine } from "@a2a/server/memory";
import { serve } from "@a2a/server/node";
import { type AgentExecutor, artifact, ask, silentLogger, status, textOf } from "@a2a/types";
import type { Browser, Page } from "playwright-core";
import { openPage, say, showPanel, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let browser: Browser;
let collector: Server;
/** What has reached the attacker's server. */
let arrived: string[] = [];
let lair: string;

beforeAll(async () => {
  collector = createServer((request, response) => {
    arrived.push(String(request.url));
    response.setHeader("Access-Control-Allow-Origin", "*").end();
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  lair = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  collector?.close();
});
beforeEach(() => {
  arrived = [];
});

/** Texts that run a script or request something when they are rendered carelessly. A script that ran would call `attack`. */
const attacks = (): string[] => [
  `<script>attack('script')</script><script src="${lair}/script"></script>`,
  `<img src="${lair}/img" onerror="attack('img')"><img src=x onerror=attack('onerror')>`,
  `<svg/onload=attack('svg')><svg><script>attack('svg-script')</script><image href="${lair}/svg-image"/></svg>`,
  `"><iframe srcdoc="<script>parent.attack('srcdoc')</script>"></iframe><iframe src="${lair}/iframe"></iframe>`,
  `<object data="${lair}/object"></object><embed src="${lair}/embed"><video src="${lair}/video" autoplay></video>`,
  `<link rel=stylesheet href="${lair}/css"><style>@import '${lair}/import'; *{background:url(${lair}/background)}</style>`,
  `<meta http-equiv=refresh content="0;url=${lair}/refresh"><base href="${lair}/"><form action="${lair}/form"><button>`,
  `<details open ontoggle=attack('toggle')><input autofocus onfocus=attack('focus')><b onmouseover=attack('over')>b</b>`,
  `![image](${lair}/markdown-image) [click](javascript:attack('markdown')) <${lair}/autolink>`,
  `[data](data:text/html,<script>attack('markdown-data')</script>) [ref]: javascript:attack('reference')`,
  "javascript:attack('url')",
  "data:text/html,<script>attack('data')</script>",
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="attack('data-svg')"/>`,
  "{{constructor.constructor('attack(1)')()}} </textarea></script><script>attack('closing')</script>",
  "\u202egnp.exe\u2066 \u200f\u{e0041}\u{e0042} \u001b]8;;http://x\u0007 \u0000 \ufeff<script>attack('bidi')</script>",
];

const MEDIA_TYPES = [
  "text/html",
  "image/svg+xml",
  "text/markdown",
  "text/csv",
  "text/css",
  "text/vnd.mermaid",
  "application/json",
  "application/pdf",
  "application/json+a2ui",
  "application/xhtml+xml",
];

/** Puts attacks into everything that an agent controls; `long` yields 10 MB of text instead. */
const executor: AgentExecutor = async function* ({ message }) {
  const all = attacks().join(" ");
  if (textOf(message) === "long") {
    const line = "<img src=x onerror=attack('long')> ‮**markdown** [x](javascript:attack()) ";
    for (let n = 0; n < 10; n++) {
      const parts = [{ text: line.repeat(Math.ceil(900_000 / line.length)), mediaType: "text/markdown" }];
      yield artifact({ artifactId: `long-${n}`, name: `long ${n}`, parts });
    }
    return void (yield ask("Long enough?"));
  }
  yield status("TASK_STATE_WORKING", all);
  for (const [index, text] of attacks().entries())
    yield artifact({ name: text, parts: [{ text, filename: text }], artifactId: `${index}${text}` });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="attack('file')"><script>attack('file')</script><image href="${lair}/file"/></svg>`;
  for (const mediaType of MEDIA_TYPES) {
    yield artifact({ name: mediaType, parts: [{ text: all, mediaType }] });
    const raw = Buffer.from(`${svg}${all}`).toString("base64");
    yield artifact({ name: mediaType, parts: [{ raw, filename: all, mediaType }] });
  }
  const urls = [
    `${lair}/image.png`,
    `${lair}/page.html`,
    "javascript:attack('part')",
    "data:text/html,<b onload=attack()>",
  ];
  for (const url of urls)
    for (const mediaType of ["image/png", "image/svg+xml", "text/html", "video/mp4"])
      yield artifact({ name: url, parts: [{ url, mediaType }] });
  yield artifact({ name: "data", parts: [{ data: { [all]: all, __proto__: { polluted: all } } }] });
  yield ask(all, { schema: { type: "object", properties: { [all]: { type: "string", description: all } } } });
};

describe("a hostile agent in the inspector", () => {
  it("runs no script and makes the page request nothing, whatever it writes and wherever", async () => {
    await using stage = await openStage();
    const { page, attacked } = stage;
    await say(page, "go");
    await page.getByRole("note", { name: "Question" }).waitFor();
    for (const panel of ["Artifacts", "Card", "Tasks", "Push", "Conversation"]) {
      await showPanel(page, panel);
      if (panel === "Card")
        for (const tab of ["Source", "Canonical", "Overview"]) await page.getByRole("button", { name: tab }).click();
      if (panel === "Artifacts") await page.locator("iframe").first().waitFor();
      await page.mouse.move(700, 300);
    }
    expect(attacked).toEqual([]);
    expect(await page.locator("script:not([src])").count()).toBe(0);
    expect(await page.locator("a[href^='javascript' i], a[href^='data' i]").count()).toBe(0);
    for (const frame of await page.locator("iframe").all())
      expect(["", "allow-scripts"]).toContain(await frame.getAttribute("sandbox"));
    expect(arrived).toEqual([]);
  });

  it("cannot hang the page with 10 MB of text", async () => {
    await using stage = await openStage();
    const { page, attacked } = stage;
    await say(page, "long");
    await page.getByText("Long enough?").first().waitFor();
    await showPanel(page, "Artifacts");
    await page.getByText("long 9").first().waitFor();
    await showPanel(page, "Conversation");
    // The page still answers.
    await page.getByRole("textbox", { name: /^(Message|Answer)$/ }).fill("still here");
    expect(attacked).toEqual([]);
    expect(arrived).toEqual([]);
  });
});

/** A hostile agent, and the inspector in a page that notes every call of `attack` in any of its frames. */
async function openStage() {
  const all = attacks().join(" ");
  const agent = await serve({
    engine: createMemoryEngine({ maxBytes: 64 * 1_024 * 1_024 }),
    logger: silentLogger,
    executor,
    card: {
      name: all,
      description: all,
      version: all,
      provider: { organization: all, url: `${lair}/javascript:attack()` },
      documentationUrl: `${lair}/documentation`,
      iconUrl: `${lair}/icon.svg`,
      skills: [{ id: all, name: all, description: all, tags: attacks(), examples: attacks() }],
    },
  });
  const inspector = await serveInspector({ agents: [{ name: all, url: agent.url }], agent: agent.url });
  const { page, context } = await openPage(browser, inspector.url);
  const attacked: string[] = [];
  await context.exposeBinding("attack", (_, how: string) => void attacked.push(how));
  // Only pages that are opened from now on have the binding.
  await page.reload();
  await page.getByRole("button", { name: "Send" }).waitFor();
  await expectBinding(page, attacked);
  return {
    page,
    attacked,
    async [Symbol.asyncDispose]() {
      await context.close();
      await inspector.close();
      await agent.close({ drainMs: 0 });
    },
  };
}

/** A script that ran would be noticed. */
async function expectBinding(page: Page, attacked: string[]): Promise<void> {
  await page.evaluate("attack('by the test')");
  expect(attacked.splice(0)).toEqual(["by the test"]);
}
