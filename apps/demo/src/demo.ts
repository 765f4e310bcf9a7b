import { withAgents } from "./agents.ts";
import type { Model } from "./model/model.ts";
import { coordinate, coordinateByModel, greetEverybody, research, type Stage, throughGateway } from "./scenes.ts";
import { Tally } from "./tally.ts";

/** The whole demo: everything in it is real, sockets, files and the killed process included. Without a model it follows a script. */
export async function runDemo(stage: Stage, print: (line: string) => void, model?: Model): Promise<void> {
  const tally = new Tally();
  await withAgents(async (agents) => {
    await greetEverybody(agents, stage, tally);
    if (model) await coordinateByModel(model, agents, stage, tally);
    else await coordinate(agents, stage, tally);
    await research(agents, stage, tally);
    await throughGateway(agents, stage, tally);
  });
  print("");
  for (const line of tally.lines()) print(line);
}
