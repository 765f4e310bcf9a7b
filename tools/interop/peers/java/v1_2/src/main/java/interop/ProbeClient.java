package interop;

import com.google.gson.Gson;
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
import org.a2aproject.sdk.A2A;
import org.a2aproject.sdk.client.Client;
import org.a2aproject.sdk.client.ClientBuilder;
import org.a2aproject.sdk.client.ClientEvent;
import org.a2aproject.sdk.client.MessageEvent;
import org.a2aproject.sdk.client.TaskEvent;
import org.a2aproject.sdk.client.TaskUpdateEvent;
import org.a2aproject.sdk.client.config.ClientConfig;
import org.a2aproject.sdk.client.transport.grpc.GrpcTransport;
import org.a2aproject.sdk.client.transport.grpc.GrpcTransportConfig;
import org.a2aproject.sdk.client.transport.jsonrpc.JSONRPCTransport;
import org.a2aproject.sdk.client.transport.jsonrpc.JSONRPCTransportConfig;
import org.a2aproject.sdk.client.transport.rest.RestTransport;
import org.a2aproject.sdk.client.transport.rest.RestTransportConfig;
import org.a2aproject.sdk.client.transport.spi.interceptors.ClientCallInterceptor;
import org.a2aproject.sdk.client.transport.spi.interceptors.auth.AuthInterceptor;
import org.a2aproject.sdk.spec.AgentCard;
import org.a2aproject.sdk.spec.CancelTaskParams;
import org.a2aproject.sdk.spec.DeleteTaskPushNotificationConfigParams;
import org.a2aproject.sdk.spec.FileContent;
import org.a2aproject.sdk.spec.FilePart;
import org.a2aproject.sdk.spec.FileWithBytes;
import org.a2aproject.sdk.spec.FileWithUri;
import org.a2aproject.sdk.spec.GetTaskPushNotificationConfigParams;
import org.a2aproject.sdk.spec.ListTaskPushNotificationConfigsParams;
import org.a2aproject.sdk.spec.ListTasksParams;
import org.a2aproject.sdk.spec.Message;
import org.a2aproject.sdk.spec.Part;
import org.a2aproject.sdk.spec.Task;
import org.a2aproject.sdk.spec.TaskIdParams;
import org.a2aproject.sdk.spec.TaskPushNotificationConfig;
import org.a2aproject.sdk.spec.TaskQueryParams;
import org.a2aproject.sdk.spec.TaskState;
import org.a2aproject.sdk.spec.TextPart;

/** A probe client on a2a-java 1.2: `ProbeClient <url> <binding> <webhook>`. Reports each operation as a line of JSON. */
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

    private Client client(AgentCard card, boolean streams, boolean polls, TaskPushNotificationConfig webhook)
            throws Exception {
        ClientConfig config = ClientConfig.builder()
                .setStreaming(streams)
                .setPolling(polls)
                .setTaskPushNotificationConfig(webhook)
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
        Message.Builder builder = Message.builder()
                .role(Message.Role.ROLE_USER)
                .messageId(UUID.randomUUID().toString())
                .parts(parts);
        if (task != null) builder.taskId(task.id()).contextId(task.contextId());
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
        return taskIn(event).status().state().isFinal();
    }

    private static Task send(Client client, Message message) throws Exception {
        return taskIn(event((consumers, onError) -> client.sendMessage(message, consumers, onError), any -> true));
    }

    private Task sent(String text) throws Exception {
        return send(plain, message(text, null, null));
    }

    private Task working(String text) throws Exception {
        Task task = send(polling, message(text, null, null));
        while (task.status().state() == TaskState.TASK_STATE_SUBMITTED) {
            Thread.sleep(10);
            task = get(task.id());
        }
        same(task.status().state(), TaskState.TASK_STATE_WORKING);
        return task;
    }

    private Task get(String id) throws Exception {
        return plain.getTask(new TaskQueryParams(id));
    }

    private String created(String url) throws Exception {
        String id = working(url.equals(hook) ? "hold" : "slow").id();
        same(plain.createTaskPushNotificationConfiguration(webhook(url, id)).url(), url);
        return id;
    }

    private static TaskPushNotificationConfig webhook(String url, String taskId) {
        return TaskPushNotificationConfig.builder().id("hook-1").taskId(taskId).url(url).token("tok").build();
    }

    private void echo(FileContent file) throws Exception {
        Task task = send(plain, message("echo", file, null));
        same(described(((FilePart) task.artifacts().get(0).parts().get(0)).file()), described(file));
    }

    /** A file with content does not compare by value. */
    private static List<String> described(FileContent file) {
        String content = file instanceof FileWithBytes it ? it.bytes() : ((FileWithUri) file).uri();
        return List.of(file.name(), file.mimeType(), content);
    }

    private static String texts(Task task) {
        StringBuilder text = new StringBuilder();
        task.artifacts().forEach(artifact -> artifact.parts().forEach(part -> {
            if (part instanceof TextPart it) text.append(it.text());
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
            same(((TextPart) ((MessageEvent) answer).getMessage().parts().get(0)).text(), "ahoy");
        });
        all.put("send, failed task", () -> same(sent("fail").status().state(), TaskState.TASK_STATE_FAILED));
        all.put("send, return immediately", () -> same(send(polling, message("hold", null, null)).status().state().isFinal(), false));
        all.put("send, file by URL", () -> echo(new FileWithUri("image/png", "chart.png", "https://files.example/chart.png")));
        all.put("send, file with content", () -> echo(new FileWithBytes("application/octet-stream", "chart.bin", "AAECAwT/")));
        all.put("stream", () -> {
            Message message = message("tides", null, null);
            ClientEvent last = event(
                    (consumers, onError) -> streaming.sendMessage(message, consumers, onError), ProbeClient::isFinal);
            same(texts(taskIn(last)), LINES);
        });
        all.put("stream, refused", () -> {
            Message message = Message.builder(message("tides", null, null)).taskId("no-such-task").build();
            Call call = (consumers, onError) -> streaming.sendMessage(message, consumers, onError);
            refused(() -> event(call, any -> true), "not found", "notfound", "no task", "404");
        });
        all.put("get", () -> same(texts(get(sent("tides").id())), LINES));
        all.put("get, unknown task", () -> refused(() -> get("no-such-task"), "not found", "notfound", "no task"));
        all.put("list", () -> {
            Task task = sent("tides");
            ListTasksParams query = ListTasksParams.builder().contextId(task.contextId()).build();
            same(plain.listTasks(query).tasks().stream().map(Task::id).toList(), List.of(task.id()));
        });
        all.put("list, empty", () -> {
            ListTasksParams query = ListTasksParams.builder().contextId(UUID.randomUUID().toString()).build();
            same(plain.listTasks(query).tasks(), List.of());
        });
        all.put("cancel", () -> {
            String id = working("hold").id();
            same(plain.cancelTask(new CancelTaskParams(id)).status().state(), TaskState.TASK_STATE_CANCELED);
        });
        all.put("cancel, finished task", () -> {
            String id = sent("tides").id();
            refused(() -> plain.cancelTask(new CancelTaskParams(id)), "cancel", "already ended");
        });
        all.put("subscribe", () -> {
            TaskIdParams id = new TaskIdParams(working("slow").id());
            ClientEvent last =
                    event((consumers, onError) -> streaming.subscribeToTask(id, consumers, onError), ProbeClient::isFinal);
            same(texts(taskIn(last)), SLOW);
        });
        all.put("input required", () -> {
            Task asked = sent("ask");
            same(((TextPart) asked.status().message().parts().get(0)).text(), "Which harbour?");
            same(texts(send(plain, message("Kiel", null, asked))), "tides of Kiel");
        });
        all.put("webhook with the message", () -> {
            Client hooked = client(card, false, false, webhook(hook, null));
            same(send(hooked, message("tides", null, null)).status().state(), TaskState.TASK_STATE_COMPLETED);
        });
        all.put("webhook, create", () -> created(hook));
        all.put("webhook, get", () -> {
            GetTaskPushNotificationConfigParams query = new GetTaskPushNotificationConfigParams(created(hook), "hook-1");
            same(plain.getTaskPushNotificationConfiguration(query).url(), hook);
        });
        all.put("webhook, list", () -> {
            ListTaskPushNotificationConfigsParams query = new ListTaskPushNotificationConfigsParams(created(hook));
            same(plain.listTaskPushNotificationConfigurations(query).configs().size(), 1);
        });
        all.put("webhook, delete", () -> {
            String id = created(hook);
            plain.deleteTaskPushNotificationConfigurations(new DeleteTaskPushNotificationConfigParams(id, "hook-1"));
            ListTaskPushNotificationConfigsParams query = new ListTaskPushNotificationConfigsParams(id);
            same(plain.listTaskPushNotificationConfigurations(query).configs().size(), 0);
        });
        all.put("webhook, delivery", () -> {
            String id = created(hook + "-delivery");
            while (!get(id).status().state().isFinal()) Thread.sleep(10);
        });
        all.put("extended card", () -> same(plain.getExtendedAgentCard().name(), "Harbour"));
        all.put("secured agent", () -> {
            Client secured = client(A2A.getAgentCard(System.getenv("A2A_SECURED_URL")), false, false, null);
            same(send(secured, message("tides", null, null)).status().state(), TaskState.TASK_STATE_COMPLETED);
        });
        return all;
    }

    public static void main(String[] args) throws Exception {
        Gson json = new Gson();
        for (Map.Entry<String, Operation> entry : new ProbeClient(args[0], args[1], args[2]).operations().entrySet()) {
            Map<String, String> line = new LinkedHashMap<>(Map.of("operation", entry.getKey()));
            try {
                entry.getValue().run();
            } catch (Exception error) {
                line.put("failure", error.toString());
            }
            System.out.println(json.toJson(line));
        }
        System.exit(0);
    }
}
