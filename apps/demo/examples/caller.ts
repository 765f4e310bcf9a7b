import { connect, createMessage, extractQuestion, extractText } from "@a2a/client";

const greeter = await connect(process.argv[2] ?? "http://127.0.0.1:4000");
let { status, task } = await greeter.sendAndObserve("Good morning");
if (status === "input-required" && task) {
  console.log(extractQuestion(task)); // Whom should I greet?
  ({ status, task } = await greeter.sendAndObserve(createMessage("world", { taskId: task.id })));
}
console.log(status, task && extractText(task)); // completed Good morning, world!
