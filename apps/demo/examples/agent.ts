import { ask, save, textOf } from "@a2a/server";
import { serve } from "@a2a/server/node";

const agent = await serve({
  card: { name: "Greeter", description: "Greets anyone you name." },
  executor: async function* ({ message, checkpoint }) {
    if (checkpoint === undefined) {
      yield save(textOf(message)); // kept for the next turn, even across restarts
      return yield ask("Whom should I greet?");
    }
    yield `${checkpoint}, ${textOf(message)}!`;
  },
  port: Number(process.env.PORT ?? 4000),
});
console.log(`${agent.handler.card.name} is at ${agent.url}`);
