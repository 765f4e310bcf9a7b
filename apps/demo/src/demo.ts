import { startAgents } from "./agents.ts";
import { coordinate, greetEverybody, research, type Stage } from "./scenes.ts";
import { Tally } from "./tally.ts";

/** The whole demo: everything in it is real, sockets, files and the killed process included. */
export async function runDemo(stage: Stage, print: (line: string) => void): Promise<void> {
  await using agents = await startAgents();
  const tally = new Tally();
  await greetEverybody(agents, stage, tally);
  await coordinate(agents, stage, tally);
  await research(agents, stage, tally);
  print("");
  for (const line of tally.lines()) print(line);
}
