package interop;

import io.a2a.A2A;
import io.a2a.server.agentexecution.AgentExecutor;
import io.a2a.server.agentexecution.RequestContext;
import io.a2a.server.events.EventQueue;
import io.a2a.server.tasks.TaskUpdater;
import io.a2a.spec.InternalError;
import io.a2a.spec.JSONRPCError;
import io.a2a.spec.Part;
import io.a2a.spec.TextPart;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** A probe agent on a2a-java 0.3: the port is the system property `quarkus.http.port`. */
@ApplicationScoped
public class Harbour {
    private static final List<String> LINES =
            List.of("high water at noon, ", "low water at six, ", "and wind from the west");
    private static final List<String> SLOW = IntStream.range(0, 8).mapToObj(index -> "#" + index + " ").toList();

    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();

    @Produces
    public AgentExecutor executor() {
        return new AgentExecutor() {
            @Override
            public void execute(RequestContext context, EventQueue queue) throws JSONRPCError {
                try {
                    behave(context, queue, new TaskUpdater(context, queue));
                } catch (InterruptedException interruption) {
                    Thread.currentThread().interrupt();
                    throw new InternalError("interrupted");
                }
            }

            @Override
            public void cancel(RequestContext context, EventQueue queue) throws JSONRPCError {
                new TaskUpdater(context, queue).cancel();
                CountDownLatch latch = held.remove(context.getTaskId());
                if (latch != null) latch.countDown();
            }
        };
    }

    private void behave(RequestContext context, EventQueue queue, TaskUpdater updater) throws InterruptedException {
        List<Part<?>> parts = context.getMessage().getParts();
        String text = parts.get(0) instanceof TextPart first ? first.getText() : "";
        if (context.getTask() != null) {
            updater.addArtifact(text("tides of " + text), "answer", "answer", null);
            updater.complete();
            return;
        }
        if (text.equals("message")) {
            queue.enqueueEvent(A2A.createAgentTextMessage("ahoy", context.getContextId(), null));
            return;
        }
        updater.submit();
        updater.startWork();
        switch (text) {
            case "ask" -> {
                updater.requiresInput(updater.newAgentMessage(text("Which harbour?"), null));
                return;
            }
            case "fail" -> {
                updater.fail(updater.newAgentMessage(text("no water"), null));
                return;
            }
            case "hold" -> {
                held.computeIfAbsent(context.getTaskId(), id -> new CountDownLatch(1)).await();
                return;
            }
            case "echo" -> updater.addArtifact(parts.subList(1, parts.size()), "echo", "echo", null);
            default -> {
                List<String> chunks = text.equals("slow") ? SLOW : LINES;
                for (int index = 0; index < chunks.size(); index++) {
                    if (text.equals("slow")) Thread.sleep(100);
                    boolean last = index == chunks.size() - 1;
                    updater.addArtifact(text(chunks.get(index)), text, text, null, index > 0, last);
                }
            }
        }
        updater.complete();
    }

    private static List<Part<?>> text(String text) {
        return List.of(new TextPart(text));
    }
}
