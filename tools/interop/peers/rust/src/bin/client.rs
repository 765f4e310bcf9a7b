//! A probe client on a2a-rs: `client <url> <binding> <webhook>`. Reports each operation as a line of JSON.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use a2a::{A2AError, SendMessageRequest, SendMessageResponse, StreamResponse, Task, TaskState};
use a2a_client::agent_card::AgentCardResolver;
use a2a_client::auth::AuthInterceptor;
use a2a_client::{A2AClient, A2AClientFactory, Transport};
use futures::StreamExt;
use futures::stream::BoxStream;
use serde_json::{Value, json};

const LINES: &str = "high water at noon, low water at six, and wind from the west";
const SLOW: &str = "#0 #1 #2 #3 #4 #5 #6 #7 ";

type Outcome<T = ()> = Result<T, String>;

type Client = A2AClient<Box<dyn Transport>>;

struct Probe {
    client: Client,
    binding: String,
    hook: String,
}

/// A client for the agent at a URL, which brings the token of the environment.
async fn connect(url: &str, binding: &str) -> Result<Client, A2AError> {
    let card = AgentCardResolver::new(None).resolve(url).await?;
    let token = std::env::var("A2A_TOKEN").unwrap_or_default();
    let factory = A2AClientFactory::builder()
        .preferred_bindings(vec![binding.into()])
        .register(Arc::new(a2a_grpc::GrpcTransportFactory::new()))
        .with_interceptor(Arc::new(AuthInterceptor::bearer(token)))
        .build();
    factory.create_from_card(&card).await
}

fn same(actual: impl std::fmt::Debug, expected: impl std::fmt::Debug) -> Outcome {
    let (actual, expected) = (format!("{actual:?}"), format!("{expected:?}"));
    if actual == expected { Ok(()) } else { Err(format!("expected {expected}, found {actual}")) }
}

fn said(error: A2AError) -> String {
    format!("{} {}", error.code, error.message)
}

fn refused<T>(result: Result<T, A2AError>, code: i32) -> Outcome {
    match result {
        Ok(_) => Err("expected a refusal, found success".into()),
        Err(error) if error.code == code => Ok(()),
        Err(error) => Err(format!("expected {code}, found {}", said(error))),
    }
}

/// A request of any type, from its JSON.
fn request<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("a request")
}

fn message(parts: Value, more: Value, configuration: Value) -> SendMessageRequest {
    let mut message = json!({ "messageId": a2a::new_message_id(), "role": "ROLE_USER", "parts": parts });
    for (name, value) in more.as_object().into_iter().flatten() {
        message[name] = value.clone();
    }
    request(json!({ "message": message, "configuration": configuration }))
}

fn text(text: &str) -> SendMessageRequest {
    message(json!([{ "text": text }]), json!({}), json!({}))
}

fn texts(task: &Task) -> String {
    let artifacts = task.artifacts.iter().flatten();
    artifacts.flat_map(|artifact| &artifact.parts).filter_map(|part| part.as_text()).collect()
}

/// The task that the events of a stream amount to.
async fn folded(mut events: BoxStream<'static, Result<StreamResponse, A2AError>>) -> Result<Task, A2AError> {
    let mut folded: Option<Task> = None;
    while let Some(event) = events.next().await {
        match (event?, &mut folded) {
            (StreamResponse::Task(task), _) => folded = Some(task),
            (StreamResponse::StatusUpdate(update), Some(task)) => task.status = update.status,
            (StreamResponse::ArtifactUpdate(update), Some(task)) => {
                let artifacts = task.artifacts.get_or_insert_default();
                match artifacts.iter_mut().find(|it| it.artifact_id == update.artifact.artifact_id) {
                    Some(known) if update.append == Some(true) => known.parts.extend(update.artifact.parts),
                    _ => artifacts.push(update.artifact),
                }
            }
            _ => {}
        }
    }
    folded.ok_or_else(|| A2AError::internal("the stream had no task"))
}

impl Probe {
    async fn send(&self, request: SendMessageRequest) -> Outcome<Task> {
        match self.client.send_message(&request).await.map_err(said)? {
            SendMessageResponse::Task(task) => Ok(task),
            SendMessageResponse::Message(_) => Err("expected a task, found a message".into()),
        }
    }

    async fn get(&self, id: &str) -> Result<Task, A2AError> {
        self.client.get_task(&request(json!({ "id": id }))).await
    }

    async fn working(&self, words: &str) -> Outcome<String> {
        let sent = message(json!([{ "text": words }]), json!({}), json!({ "returnImmediately": true }));
        let mut task = self.send(sent).await?;
        while task.status.state == TaskState::Submitted {
            tokio::time::sleep(Duration::from_millis(10)).await;
            task = self.get(&task.id).await.map_err(said)?;
        }
        same(&task.status.state, TaskState::Working)?;
        Ok(task.id)
    }

    async fn stream(&self, request: SendMessageRequest) -> Result<Task, A2AError> {
        folded(self.client.send_streaming_message(&request).await?).await
    }

    async fn echo(&self, part: Value) -> Outcome {
        let task = self.send(message(json!([{ "text": "echo" }, part]), json!({}), json!({}))).await?;
        same(json!(task)["artifacts"][0]["parts"][0].clone(), part)
    }

    async fn created(&self, words: &str, url: &str) -> Outcome<String> {
        let id = self.working(words).await?;
        let config = request(json!({ "taskId": id, "id": "hook-1", "url": url, "token": "tok" }));
        same(self.client.create_push_config(&config).await.map_err(said)?.url, url)?;
        Ok(id)
    }

    async fn hooks(&self, id: &str) -> Outcome<usize> {
        let listed = self.client.list_push_configs(&request(json!({ "taskId": id }))).await;
        Ok(listed.map_err(said)?.configs.len())
    }

    async fn operation(&self, name: &str) -> Outcome {
        match name {
            "send" => same(texts(&self.send(text("tides")).await?), LINES),
            "send, answered by a message" => match self.client.send_message(&text("message")).await.map_err(said)? {
                SendMessageResponse::Message(message) => same(message.text(), Some("ahoy")),
                SendMessageResponse::Task(_) => Err("expected a message, found a task".into()),
            },
            "send, failed task" => same(self.send(text("fail")).await?.status.state, TaskState::Failed),
            "send, return immediately" => self.working("hold").await.map(|_| ()),
            "send, file by URL" => {
                self.echo(json!({ "url": "https://files.example/chart.png", "filename": "chart.png", "mediaType": "image/png" })).await
            }
            "send, file with content" => {
                self.echo(json!({ "raw": "AAECAwT/", "filename": "chart.bin", "mediaType": "application/octet-stream" })).await
            }
            "stream" => {
                let task = self.stream(text("tides")).await.map_err(said)?;
                same((texts(&task), task.status.state), (LINES, TaskState::Completed))
            }
            "stream, refused" => {
                let sent = message(json!([{ "text": "tides" }]), json!({ "taskId": "no-such-task" }), json!({}));
                refused(self.stream(sent).await, -32001)
            }
            "get" => {
                let task = self.send(text("tides")).await?;
                same(texts(&self.get(&task.id).await.map_err(said)?), LINES)
            }
            "get, unknown task" => refused(self.get("unknown-task").await, -32001),
            "list" => {
                let task = self.send(text("tides")).await?;
                let listed = self.client.list_tasks(&request(json!({ "contextId": task.context_id }))).await.map_err(said)?;
                same(listed.tasks.iter().map(|it| &it.id).collect::<Vec<_>>(), [&task.id])
            }
            "list, empty" => {
                let listed = self.client.list_tasks(&request(json!({ "contextId": a2a::new_context_id() }))).await;
                same(listed.map_err(said)?.tasks.len(), 0)
            }
            "cancel" => {
                let id = self.working("hold").await?;
                let canceled = self.client.cancel_task(&request(json!({ "id": id }))).await.map_err(said)?;
                same(canceled.status.state, TaskState::Canceled)
            }
            "cancel, finished task" => {
                let task = self.send(text("tides")).await?;
                refused(self.client.cancel_task(&request(json!({ "id": task.id }))).await, -32002)
            }
            "subscribe" => {
                let id = self.working("slow").await?;
                let events = self.client.subscribe_to_task(&request(json!({ "id": id }))).await.map_err(said)?;
                let task = folded(events).await.map_err(said)?;
                same((texts(&task), task.status.state), (SLOW, TaskState::Completed))
            }
            "input required" => {
                let asked = self.send(text("ask")).await?;
                same(&asked.status.state, TaskState::InputRequired)?;
                same(asked.status.message.as_ref().and_then(|it| it.text()), Some("Which harbour?"))?;
                let ids = json!({ "taskId": asked.id, "contextId": asked.context_id });
                same(texts(&self.send(message(json!([{ "text": "Kiel" }]), ids, json!({}))).await?), "tides of Kiel")
            }
            "webhook with the message" => {
                // The type wants a task id, which there is none of yet.
                let config = json!({ "taskPushNotificationConfig": { "taskId": "", "url": self.hook, "token": "tok" } });
                self.send(message(json!([{ "text": "tides" }]), json!({}), config)).await.map(|_| ())
            }
            "webhook, create" => self.created("hold", &self.hook).await.map(|_| ()),
            "webhook, get" => {
                let id = self.created("hold", &self.hook).await?;
                let config = self.client.get_push_config(&request(json!({ "taskId": id, "id": "hook-1" }))).await;
                same(config.map_err(said)?.url, &self.hook)
            }
            "webhook, list" => {
                let id = self.created("hold", &self.hook).await?;
                same(self.hooks(&id).await?, 1)
            }
            "webhook, delete" => {
                let id = self.created("hold", &self.hook).await?;
                let query = request(json!({ "taskId": id, "id": "hook-1" }));
                self.client.delete_push_config(&query).await.map_err(said)?;
                same(self.hooks(&id).await?, 0)
            }
            "webhook, delivery" => {
                let id = self.created("slow", &format!("{}-delivery", self.hook)).await?;
                while !self.get(&id).await.map_err(said)?.status.state.is_terminal() {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                Ok(())
            }
            "extended card" => {
                same(self.client.get_extended_agent_card(&request(json!({}))).await.map_err(said)?.name, "Harbour")
            }
            "secured agent" => {
                let url = std::env::var("A2A_SECURED_URL").expect("the URL of a secured agent");
                let secured = connect(&url, &self.binding).await.map_err(said)?;
                match secured.send_message(&text("tides")).await.map_err(said)? {
                    SendMessageResponse::Task(task) => same(task.status.state, TaskState::Completed),
                    SendMessageResponse::Message(_) => Err("expected a task, found a message".into()),
                }
            }
            other => Err(format!("there is no operation {other}")),
        }
    }
}

const OPERATIONS: [&str; 24] = [
    "send",
    "send, answered by a message",
    "send, failed task",
    "send, return immediately",
    "send, file by URL",
    "send, file with content",
    "stream",
    "stream, refused",
    "get",
    "get, unknown task",
    "list",
    "list, empty",
    "cancel",
    "cancel, finished task",
    "subscribe",
    "input required",
    "webhook with the message",
    "webhook, create",
    "webhook, get",
    "webhook, list",
    "webhook, delete",
    "webhook, delivery",
    "extended card",
    "secured agent",
];

async fn limited(attempt: impl Future<Output = Outcome>) -> Outcome {
    tokio::time::timeout(Duration::from_secs(20), attempt).await.unwrap_or_else(|_| Err("no result after 20 s".into()))
}

#[tokio::main]
async fn main() {
    let [url, binding, hook]: [String; 3] =
        std::env::args().skip(1).take(3).collect::<Vec<_>>().try_into().expect("a URL, a binding and a webhook");
    let client = connect(&url, &binding).await.expect("a client");
    let probe = Probe { client, binding, hook };
    for name in OPERATIONS {
        let mut line = json!({ "operation": name });
        if let Err(failure) = limited(probe.operation(name)).await {
            line["failure"] = json!(failure);
        }
        println!("{line}");
    }
}
