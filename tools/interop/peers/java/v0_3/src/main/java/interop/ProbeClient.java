package interop;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.a2a.A2A;
import io.a2a.client.Client;
import io.a2a.client.ClientBuilder;
import io.a2a.client.ClientEvent;
import io.a2a.client.MessageEvent;
import io.a2a.client.TaskEvent;
import io.a2a.client.TaskUpdateEvent;
import io.a2a.client.config.ClientConfig;
import io.a2a.client.transport.grpc.GrpcTransport;
import io.a2a.client.transport.grpc.GrpcTransportConfig;
import io.a2a.client.transport.jsonrpc.JSONRPCTransport;
import io.a2a.client.transport.jsonrpc.JSONRPCTransportConfig;
import io.a2a.client.transport.rest.RestTransport;
import io.a2a.client.transport.rest.RestTransportConfig;
import io.a2a.client.transport.spi.interceptors.ClientCallInterceptor;
import io.a2a.client.transport.spi.interceptors.auth.AuthInterceptor;
import io.a2a.spec.AgentCard;
import io.a2a.spec.DeleteTaskPushNotificationConfigParams;
import io.a2a.spec.FileContent;
import io.a2a.spec.FilePart;
import io.a2a.spec.FileWithBytes;
import io.a2a.spec.FileWithUri;
import io.a2a.spec.GetTaskPushNotificationConfigParams;
import io.a2a.spec.ListTaskPushNotificationConfigParams;
import io.a2a.spec.Message;
import io.a2a.spec.Part;
import io.a2a.spec.PushNotificationConfig;
import io.a2a.spec.Task;
import io.a2a.spec.TaskIdParams;
import io.a2a.spec.TaskPushNotificationConfig;
import io.a2a.spec.TaskQueryParams;
import io.a2a.spec.TaskState;
import io.a2a.spec.TextPart;
import io.grpc.ManagedChannelBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A probe client on a2a-java 0.3: `ProbeClient <url> <binding> <webhook>`. Reports each operation as a line of JSON. */
public final class ProbeClient {
    private static final String LINES = "high water at noon, low water at six, and wind from the west";
    private static final String SLOW = "#0 #1 #2 #3 #4 #5 #6 #7 ";

    private final AgentCard card;
    private final String binding;
    private final String hook;
    private final Client plain;
    private final Client polling;
    private final Client streaming;

    private interface Operation {
        void run() throws Exception;
    }

    private ProbeClient(String url, String binding, String hook) throws Exception {
        this.card = A2A.getAgentCard(url);
        this.binding = binding;
        this.hook = hook;
        this.plain = client(card, false, false, null);
        this.polling = client(card, false, true, null);
        this.streaming = client(card, true, false, null);
    }

    private Client client(AgentCard card, boolean streams, boolean polls, PushNotificationConfig webhook)
            throws Exception {
        ClientConfig config = new ClientConfig.Builder()
                .setStreaming(streams)
                .setPolling(polls)
                .setPushNotificationConfig(webhook)
                .setAcceptedOutputModes(List.of())
                .build();
        ClientBuilder builder = Client.builder(card).clientConfig(config);
        // The interceptor brings the token where the card asks for one.
        List<ClientCallInterceptor> interceptors =
                List.of(new AuthInterceptor((scheme, context) -> System.getenv("A2A_TOKEN")));
        if (binding.equals("JSONRPC")) {
            JSONRPCTransportConfig transport = new JSONRPCTransportConfig();
            transport.setInterceptors(interceptors);
            return builder.withTransport(JSONRPCTransport.class, transport).build();
        }
        if (binding.equals("GRPC")) {
            GrpcTransportConfig transport = new GrpcTransportConfig(
                    address -> ManagedChannelBuilder.forTarget(address).usePlaintext().build());
            transport.setInterceptors(interceptors);
            return builder.withTransport(GrpcTransport.class, transport).build();
        }
        RestTransportConfig transport = new RestTransportConfig();
        transport.setInterceptors(interceptors);
        return builder.withTransport(RestTransport.class, transport).build();
    }

    private static Message message(String text, FileContent file, Task task) {
        List<Part<?>> parts = new ArrayList<>(List.of(new TextPart(text)));
        if (file != null) parts.add(new FilePart(file));
        Message.Builder builder = new Message.Builder()
                .role(Message.Role.USER)
                .messageId(UUID.randomUUID().toString())
                .parts(parts);
        if (task != null) builder.taskId(task.getId()).contextId(task.getContextId());
        return builder.build();
    }

    private interface Call {
        void with(List<BiConsumer<ClientEvent, AgentCard>> consumers, Consumer<Throwable> onError) throws Exception;
    }

    /** The first event that satisfies the condition. */
    private static ClientEvent event(Call call, java.util.function.Predicate<ClientEvent> wanted) throws Exception {
        CompletableFuture<ClientEvent> found = new CompletableFuture<>();
        BiConsumer<ClientEvent, AgentCard> consumer = (event, from) -> {
            if (wanted.test(event)) found.complete(event);
        };
        call.with(List.of(consumer), error -> {
            if (error != null) found.completeExceptionally(error);
        });
        try {
            return found.get(15, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }

    private static Task taskIn(ClientEvent event) {
        if (event instanceof TaskEvent it) return it.getTask();
        if (event instanceof TaskUpdateEvent it) return it.getTask();
        throw new IllegalStateException("expected a task, found " + event);
    }

    private static boolean isFinal(ClientEvent event) {
        return taskIn(event).getStatus().state().isFinal();
    }

    private static Task send(Client client, Message message) throws Exception {
        return taskIn(event((consumers, onError) -> client.sendMessage(message, consumers, onError), any -> true));
    }

    private Task sent(String text) throws Exception {
        return send(plain, message(text, null, null));
    }

    private Task working(String text) throws Exception {
        Task task = send(polling, message(text, null, null));
        while (task.getStatus().state() == TaskState.SUBMITTED) {
            Thread.sleep(10);
            task = get(task.getId());
        }
        same(task.getStatus().state(), TaskState.WORKING);
        return task;
    }

    private Task get(String id) throws Exception {
        return plain.getTask(new TaskQueryParams(id));
    }

    private String created(String url) throws Exception {
        String id = working(url.equals(hook) ? "hold" : "slow").getId();
        PushNotificationConfig config = new PushNotificationConfig(url, "tok", null, "hook-1");
        TaskPushNotificationConfig made =
                plain.setTaskPushNotificationConfiguration(new TaskPushNotificationConfig(id, config));
        same(made.pushNotificationConfig().url(), url);
        return id;
    }

    private void echo(FileContent file) throws Exception {
        Task task = send(plain, message("echo", file, null));
        same(((FilePart) task.getArtifacts().get(0).parts().get(0)).getFile(), file);
    }

    private static String texts(Task task) {
        StringBuilder text = new StringBuilder();
        task.getArtifacts().forEach(artifact -> artifact.parts().forEach(part -> {
            if (part instanceof TextPart it) text.append(it.getText());
        }));
        return text.toString();
    }

    private static void same(Object actual, Object expected) {
        if (!Objects.equals(actual, expected)) {
            throw new IllegalStateException("expected " + expected + ", found " + actual);
        }
    }

    private static void refused(Callable<?> call, String... words) throws Exception {
        String text;
        try {
            call.call();
            text = "no error";
        } catch (Exception error) {
            StringBuilder chain = new StringBuilder();
            for (Throwable it = error; it != null; it = it.getCause()) chain.append(it).append(' ');
            text = chain.toString();
        }
        for (String word : words) {
            if (text.toLowerCase().contains(word)) return;
        }
        throw new IllegalStateException("expected one of " + List.of(words) + ", found " + text);
    }

    private Map<String, Operation> operations() {
        Map<String, Operation> all = new LinkedHashMap<>();
        all.put("send", () -> same(texts(sent("tides")), LINES));
        all.put("send, answered by a message", () -> {
            Message message = message("message", null, null);
            ClientEvent answer = event((consumers, onError) -> plain.sendMessage(message, consumers, onError), any -> true);
            same(((TextPart) ((MessageEvent) answer).getMessage().getParts().get(0)).getText(), "ahoy");
        });
        all.put("send, failed task", () -> same(sent("fail").getStatus().state(), TaskState.FAILED));
        all.put("send, return immediately", () -> same(send(polling, message("hold", null, null)).getStatus().state().isFinal(), false));
        all.put("send, file by URL", () -> echo(new FileWithUri("image/png", "chart.png", "https://files.example/chart.png")));
        all.put("send, file with content", () -> echo(new FileWithBytes("application/octet-stream", "chart.bin", "AAECAwT/")));
        all.put("stream", () -> {
            Message message = message("tides", null, null);
            ClientEvent last = event(
                    (consumers, onError) -> streaming.sendMessage(message, consumers, onError), ProbeClient::isFinal);
            same(texts(taskIn(last)), LINES);
        });
        all.put("stream, refused", () -> {
            Message message = new Message.Builder(message("tides", null, null)).taskId("no-such-task").build();
            Call call = (consumers, onError) -> streaming.sendMessage(message, consumers, onError);
            refused(() -> event(call, any -> true), "not found", "notfound", "no task", "404");
        });
        all.put("get", () -> same(texts(get(sent("tides").getId())), LINES));
        all.put("get, unknown task", () -> refused(() -> get("no-such-task"), "not found", "notfound", "no task"));
        all.put("cancel", () -> {
            String id = working("hold").getId();
            same(plain.cancelTask(new TaskIdParams(id)).getStatus().state(), TaskState.CANCELED);
        });
        all.put("cancel, finished task", () -> {
            String id = sent("tides").getId();
            refused(() -> plain.cancelTask(new TaskIdParams(id)), "cancel", "already ended");
        });
        all.put("subscribe", () -> {
            TaskIdParams id = new TaskIdParams(working("slow").getId());
            ClientEvent last =
                    event((consumers, onError) -> streaming.resubscribe(id, consumers, onError), ProbeClient::isFinal);
            same(texts(taskIn(last)), SLOW);
        });
        all.put("input required", () -> {
            Task asked = sent("ask");
            same(((TextPart) asked.getStatus().message().getParts().get(0)).getText(), "Which harbour?");
            same(texts(send(plain, message("Kiel", null, asked))), "tides of Kiel");
        });
        all.put("webhook with the message", () -> {
            Client hooked = client(card, false, false, new PushNotificationConfig(hook, "tok", null, null));
            same(send(hooked, message("tides", null, null)).getStatus().state(), TaskState.COMPLETED);
        });
        all.put("webhook, create", () -> created(hook));
        all.put("webhook, get", () -> {
            GetTaskPushNotificationConfigParams query = new GetTaskPushNotificationConfigParams(created(hook), "hook-1");
            same(plain.getTaskPushNotificationConfiguration(query).pushNotificationConfig().url(), hook);
        });
        all.put("webhook, list", () -> {
            ListTaskPushNotificationConfigParams query = new ListTaskPushNotificationConfigParams(created(hook));
            same(plain.listTaskPushNotificationConfigurations(query).size(), 1);
        });
        all.put("webhook, delete", () -> {
            String id = created(hook);
            plain.deleteTaskPushNotificationConfigurations(new DeleteTaskPushNotificationConfigParams(id, "hook-1"));
            ListTaskPushNotificationConfigParams query = new ListTaskPushNotificationConfigParams(id);
            same(plain.listTaskPushNotificationConfigurations(query).size(), 0);
        });
        all.put("webhook, delivery", () -> {
            String id = created(hook + "-delivery");
            while (!get(id).getStatus().state().isFinal()) Thread.sleep(10);
        });
        all.put("extended card", () -> same(plain.getAgentCard().name(), "Harbour"));
        all.put("secured agent", () -> {
            Client secured = client(A2A.getAgentCard(System.getenv("A2A_SECURED_URL")), false, false, null);
            same(send(secured, message("tides", null, null)).getStatus().state(), TaskState.COMPLETED);
        });
        return all;
    }

    public static void main(String[] args) throws Exception {
        ObjectMapper json = new ObjectMapper();
        for (Map.Entry<String, Operation> entry : new ProbeClient(args[0], args[1], args[2]).operations().entrySet()) {
            Map<String, String> line = new LinkedHashMap<>(Map.of("operation", entry.getKey()));
            try {
                entry.getValue().run();
            } catch (Exception error) {
                line.put("failure", error.toString());
            }
            System.out.println(json.writeValueAsString(line));
        }
        System.exit(0);
    }
}
