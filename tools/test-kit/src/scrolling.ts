import type { Page } from "playwright-core";

/** How a list behaved while it was scrolled. */
export interface Scrolled {
  /** The times between two frames, in milliseconds and ascending order. */
  readonly frameMs: readonly number[];
  /** The time that the main thread worked for each turn of the wheel, in milliseconds. */
  readonly workMs: number;
  /** The rows that were added and removed for each turn of the wheel. */
  readonly changedRows: number;
  /** The largest number of rows that existed at once. */
  readonly maxRows: number;
  /** How far the list was scrolled, in pixels. */
  readonly distance: number;
}

/** Scrolls a list by the wheel of the mouse, so many pixels at a time, and watches its frames. */
export async function scrollByWheel(page: Page, label: string, pixels: number, turns: number): Promise<Scrolled> {
  const list = page.getByRole("listbox", { name: label });
  await list.hover();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const workSeconds = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  const quotedLabel = JSON.stringify(label);
  await page.evaluate(`(() => {
    const list = document.querySelector('[role=listbox][aria-label=' + ${JSON.stringify(quotedLabel)} + ']');
    const seen = { list, from: list.scrollTop, frames: [], rows: 0, changed: 0, isOver: false };
    const rowsOf = (nodes) => [...nodes].filter((node) => node.role === "option").length;
    new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) seen.changed += rowsOf(addedNodes) + rowsOf(removedNodes);
    }).observe(list, { childList: true, subtree: true });
    const frame = (at) => {
      seen.frames.push(at);
      seen.rows = Math.max(seen.rows, list.querySelectorAll("[role=option]").length);
      if (!seen.isOver) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    globalThis.scrollingSeen = seen;
  })()`);
  const before = await workSeconds();
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, pixels);
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  }
  // The browser scrolls smoothly: it may take some frames more.
  await page.evaluate(`new Promise((resolve) => {
    const { list } = scrollingSeen;
    let [last, still] = [list.scrollTop, 0];
    const frame = () => {
      still = list.scrollTop === last ? still + 1 : 0;
      last = list.scrollTop;
      if (still < 5) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  })`);
  const work = (await workSeconds()) - before;
  const { frames, rows, changed, distance } = (await page.evaluate(`(() => {
    const { list, from, frames, rows, changed } = scrollingSeen;
    scrollingSeen.isOver = true;
    return { frames, rows, changed, distance: Math.abs(list.scrollTop - from) };
  })()`)) as { frames: number[]; rows: number; changed: number; distance: number }; // as written above
  await session.detach();
  return {
    frameMs: frames
      .slice(1)
      .map((at, index) => at - (frames[index] ?? at))
      .sort((one, other) => one - other),
    workMs: (work * 1_000) / turns,
    changedRows: changed / turns,
    maxRows: rows,
    distance,
  };
}
