package interop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.a2aproject.sdk.server.agentexecution.AgentExecutor;
import org.a2aproject.sdk.server.agentexecution.RequestContext;
import org.a2aproject.sdk.server.tasks.AgentEmitter;
import org.a2aproject.sdk.spec.A2AError;
import org.a2aproject.sdk.spec.InternalError;
import org.a2aproject.sdk.spec.Part;
import org.a2aproject.sdk.spec.TaskState;
import org.a2aproject.sdk.spec.TaskStatus;
import org.a2aproject.sdk.spec.TextPart;

/** A probe agent on a2a-java 1.2: the port is the system property `quarkus.http.port`. */
@ApplicationScoped
public class Harbour {
    private static final List<String> LINES =
            List.of("high water at noon, ", "low water at six, ", "and wind from the west");
    private static final List<String> SLOW = IntStream.range(0, 8).mapToObj(index -> "#" + index + " ").toList();

    /** For benchmarks. */
    private static final List<String> LONG = Collections.nCopies(50, "x".repeat(64));

    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();

    @Produces
    public AgentExecutor executor() {
        return new AgentExecutor() {
            @Override
            public void execute(RequestContext context, AgentEmitter emitter) throws A2AError {
                try {
                    behave(context, emitter);
                } catch (InterruptedException interruption) {
                    Thread.currentThread().interrupt();
                    throw new InternalError("interrupted");
                }
            }

            @Override
            public void cancel(RequestContext context, AgentEmitter emitter) throws A2AError {
                emitter.cancel();
                CountDownLatch latch = held.remove(context.getTaskId());
                if (latch != null) latch.countDown();
            }
        };
    }

    private void behave(RequestContext context, AgentEmitter emitter) throws InterruptedException {
        List<Part<?>> parts = context.getMessage().parts();
        String text = parts.get(0) instanceof TextPart first ? first.text() : "";
        if (context.getTask() != null) {
            emitter.addArtifact(text("tides of " + text), "answer", "answer", null);
            emitter.complete();
            return;
        }
        if (text.equals("message")) {
            emitter.sendMessage("ahoy");
            return;
        }
        TaskStatus submitted = new TaskStatus(TaskState.TASK_STATE_SUBMITTED);
        emitter.addTask(emitter.taskBuilder().status(submitted).history(List.of(context.getMessage())).build());
        emitter.startWork();
        switch (text) {
            case "ask" -> {
                emitter.requiresInput(emitter.newAgentMessage(text("Which harbour?"), null));
                return;
            }
            case "fail" -> {
                emitter.fail(emitter.newAgentMessage(text("no water"), null));
                return;
            }
            case "hold" -> {
                held.computeIfAbsent(context.getTaskId(), id -> new CountDownLatch(1)).await();
                return;
            }
            case "echo" -> emitter.addArtifact(parts.subList(1, parts.size()), "echo", "echo", null);
            default -> {
                List<String> chunks = text.equals("slow") ? SLOW : text.equals("long") ? LONG : LINES;
                for (int index = 0; index < chunks.size(); index++) {
                    if (text.equals("slow")) Thread.sleep(100);
                    if (text.equals("long")) Thread.sleep(1);
                    boolean last = index == chunks.size() - 1;
                    emitter.addArtifact(text(chunks.get(index)), text, text, null, index > 0, last);
                }
            }
        }
        emitter.complete();
    }

    private static List<Part<?>> text(String text) {
        return List.of(new TextPart(text));
    }
}
