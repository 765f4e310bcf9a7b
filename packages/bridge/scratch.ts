import * as fc from "fast-check";
import * as model from "@a2a/types/testing";
import { v0_3 } from "./src/v0_3.ts";
for (const [n, a] of Object.entries({ task: model.task, card: model.agentCard, send: model.sendMessageRequest, v03task: model.v0_3.task, v03card: model.v0_3.agentCard })) {
  let t = performance.now(); fc.sample(a as fc.Arbitrary<unknown>, 1000); console.log(n, "sample", Math.round(performance.now()-t));
  t = performance.now(); fc.assert(fc.property(a as fc.Arbitrary<unknown>, () => {}), {numRuns:1000}); console.log(n, "assert", Math.round(performance.now()-t));
}
const buffers: any = v0_3.restForms!.fallback;
console.log(JSON.stringify(buffers.sendMessage.encodeInput({ message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "a", mediaType: "text/markdown" }, { raw: "AA==", filename: "f" }, {data: [1], metadata: {x: 1}}] }, configuration: { returnImmediately: true, acceptedOutputModes: [] , taskPushNotificationConfig: {url:"u", authentication:{scheme:"Bearer"}}} }), null, 1));
