import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { callAs, textMessage } from "../attacker.ts";
import { type Scenario, setStage } from "../scenario.ts";

const HANGING = 160;
const MAX_DELAY_MS = 2_000;

/** One owner's webhooks hang; another owner's has to arrive all the same. */
export const hangingWebhooks: Scenario = {
  name: "hanging webhooks",
  async run() {
    await using stage = await setStage({});
    const { url } = stage;
    const arrivals: number[] = [];
    let held = 0;
    const receiver = createServer((request, response) => {
      if (request.url === "/hang") {
        held++;
        return; // forever
      }
      arrivals.push(performance.now());
      request.resume().on("end", () => response.end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const send = (token: string, path: string) =>
      callAs(token, url, "SendMessage", textMessage("hello", { taskPushNotificationConfig: { url: at + path } }));
    try {
      await Promise.all(Array.from({ length: HANGING }, () => send("token-attacker", "/hang")));
      const delays: number[] = [];
      for (let n = 0; n < 10; n++) {
        const begun = performance.now();
        const before = arrivals.length;
        await send("token-victim", "/ok");
        while (arrivals.length === before && performance.now() - begun < 10_000)
          await new Promise((resolve) => setTimeout(resolve, 5));
        delays.push(arrivals.length === before ? Number.POSITIVE_INFINITY : (arrivals[before] ?? 0) - begun);
      }
      const worst = Math.max(...delays);
      const figures = await stage.measure();
      return {
        sent: `${HANGING} webhooks of one owner that never answer`,
        ...figures,
        note: `another owner's webhook after ${Math.round(worst)} ms at most; ${held} deliveries hang`,
        problems: [
          ...figures.problems,
          ...(worst > MAX_DELAY_MS ? [`a webhook took ${Math.round(worst)} ms, more than ${MAX_DELAY_MS} ms`] : []),
        ],
      };
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  },
};
