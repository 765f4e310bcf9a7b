//! A probe agent on a2a-rs: `agent <port>`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2a::{A2AError, AgentCard, StreamResponse, TaskState};
use a2a_grpc::GrpcHandler;
use a2a_pb::proto::a2a_service_server::A2aServiceServer;
use a2a_server::agent_card::agent_card_router;
use a2a_server::jsonrpc::jsonrpc_router;
use a2a_server::rest::rest_router;
use a2a_server::{
    AgentExecutor, DefaultRequestHandler, ExecutorContext, HttpPushSender, HttpPushSenderConfig,
    InMemoryPushConfigStore, InMemoryTaskStore, RequestHandler, StaticAgentCard,
};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::stream::BoxStream;
use serde_json::{Value, json};
use tokio::sync::Notify;

type Events = BoxStream<'static, Result<StreamResponse, A2AError>>;

const LINES: [&str; 3] = ["high water at noon, ", "low water at six, ", "and wind from the west"];

#[derive(Default)]
struct Harbour {
    held: Arc<Mutex<HashMap<String, Arc<Notify>>>>,
}

/// Makes the events of one task.
struct Turn {
    task_id: String,
    context_id: String,
}

impl Turn {
    fn event(&self, name: &str, mut content: Value) -> Result<StreamResponse, A2AError> {
        content["taskId"] = json!(self.task_id);
        content["contextId"] = json!(self.context_id);
        read(json!({ name: content }))
    }

    fn status(&self, state: &str, text: &str) -> Result<StreamResponse, A2AError> {
        let mut status = json!({ "state": format!("TASK_STATE_{state}") });
        if !text.is_empty() {
            status["message"] = self.message(text);
        }
        self.event("statusUpdate", json!({ "status": status }))
    }

    fn artifact(&self, id: &str, parts: Value, append: bool, last: bool) -> Result<StreamResponse, A2AError> {
        let artifact = json!({ "artifactId": id, "name": id, "parts": parts });
        self.event("artifactUpdate", json!({ "artifact": artifact, "append": append, "lastChunk": last }))
    }

    fn message(&self, text: &str) -> Value {
        json!({ "messageId": a2a::new_message_id(), "role": "ROLE_AGENT", "contextId": self.context_id, "parts": [{ "text": text }] })
    }
}

fn read(event: Value) -> Result<StreamResponse, A2AError> {
    serde_json::from_value(event).map_err(|error| A2AError::internal(error.to_string()))
}

impl AgentExecutor for Harbour {
    fn execute(&self, ctx: ExecutorContext) -> Events {
        let held = self.held.clone();
        let turn = Turn { task_id: ctx.task_id.clone(), context_id: ctx.context_id.clone() };
        Box::pin(async_stream::stream! {
            let message = json!(ctx.message);
            let text = message["parts"][0]["text"].as_str().unwrap_or_default().to_string();
            // A message that starts a task may have it stored already.
            if ctx.stored_task.is_some_and(|task| task.status.state == TaskState::InputRequired) {
                yield turn.artifact("answer", json!([{ "text": format!("tides of {text}") }]), false, true);
                yield turn.status("COMPLETED", "");
                return;
            }
            if text == "message" {
                yield read(json!({ "message": turn.message("ahoy") }));
                return;
            }
            yield read(json!({ "task": {
                "id": turn.task_id,
                "contextId": turn.context_id,
                "status": { "state": "TASK_STATE_SUBMITTED" },
                "history": [message],
            } }));
            yield turn.status("WORKING", "");
            let mut chunks: Vec<String> = Vec::new();
            match text.as_str() {
                "ask" => {
                    yield turn.status("INPUT_REQUIRED", "Which harbour?");
                    return;
                }
                "fail" => {
                    yield turn.status("FAILED", "no water");
                    return;
                }
                "hold" => {
                    let notify = held.lock().unwrap().entry(turn.task_id.clone()).or_default().clone();
                    notify.notified().await;
                    return;
                }
                "echo" => {
                    let parts: Vec<Value> = message["parts"].as_array().into_iter().flatten().skip(1).cloned().collect();
                    yield turn.artifact("echo", json!(parts), false, true);
                }
                "slow" => chunks = (0..8).map(|index| format!("#{index} ")).collect(),
                "long" => chunks = vec!["x".repeat(64); 50], // for benchmarks
                _ => chunks = LINES.map(String::from).to_vec(),
            }
            for (index, chunk) in chunks.iter().enumerate() {
                match text.as_str() {
                    "slow" => tokio::time::sleep(Duration::from_millis(100)).await,
                    "long" => tokio::time::sleep(Duration::from_millis(1)).await,
                    _ => {}
                }
                yield turn.artifact(&text, json!([{ "text": chunk }]), index > 0, index + 1 == chunks.len());
            }
            yield turn.status("COMPLETED", "");
        })
    }

    fn cancel(&self, ctx: ExecutorContext) -> Events {
        if let Some(notify) = self.held.lock().unwrap().remove(&ctx.task_id) {
            notify.notify_one();
        }
        let turn = Turn { task_id: ctx.task_id, context_id: ctx.context_id };
        Box::pin(futures::stream::iter([turn.status("CANCELED", "")]))
    }
}

#[tokio::main]
async fn main() {
    let address = format!("127.0.0.1:{}", std::env::args().nth(1).expect("a port"));
    let grpc_address = format!("127.0.0.1:{}", std::env::var("A2A_GRPC_PORT").expect("a port for gRPC"));
    let interface = |path: &str, binding: &str| json!({ "url": format!("http://{address}{path}"), "protocolBinding": binding, "protocolVersion": "1.0" });
    let mut card = json!({
        "name": "Harbour",
        "description": "Knows the tides.",
        "version": "1.0.0",
        "supportedInterfaces": [
            interface("/rpc", "JSONRPC"),
            interface("/rest", "HTTP+JSON"),
            { "url": grpc_address, "protocolBinding": "GRPC", "protocolVersion": "1.0" },
        ],
        "capabilities": { "streaming": true, "pushNotifications": true, "extendedAgentCard": true },
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
        "skills": [{ "id": "tides", "name": "Tides", "description": "High and low water", "tags": ["sea"] }],
    });
    let token = std::env::var("A2A_TOKEN").ok();
    if token.is_some() {
        card["securitySchemes"] = json!({ "token": { "httpAuthSecurityScheme": { "scheme": "bearer" } } });
        card["securityRequirements"] = json!([{ "schemes": { "token": { "list": [] } } }]);
    }
    let card: AgentCard = serde_json::from_value(card).expect("a card");
    // The webhooks of the probe are on this machine.
    let sender = HttpPushSender::new(Some(HttpPushSenderConfig { validate_urls: false, ..Default::default() }));
    let handler = Arc::new(
        DefaultRequestHandler::new(Harbour::default(), InMemoryTaskStore::new())
            .with_capabilities(card.capabilities.clone())
            .with_push_notifications(InMemoryPushConfigStore::new(), sender)
            .with_extended_agent_card(card.clone()),
    );
    tokio::spawn(serve_grpc(grpc_address, token.clone(), GrpcHandler::new(handler.clone())));
    let router = axum::Router::new()
        .nest("/rpc", jsonrpc_router(handler.clone()))
        .nest("/rest", rest_router(handler))
        .layer(axum::middleware::from_fn(move |request, next| guarded(token.clone(), request, next)))
        .merge(agent_card_router(Arc::new(StaticAgentCard::new(card))));
    let listener = tokio::net::TcpListener::bind(&address).await.expect("a free port");
    axum::serve(listener, router).await.expect("a server");
}

/// Serves gRPC, and asks for a token, if there is one.
async fn serve_grpc<H: RequestHandler>(address: String, token: Option<String>, handler: GrpcHandler<H>) {
    let check = move |request: tonic::Request<()>| match &token {
        Some(token) => match request.metadata().get("authorization") {
            Some(brought) if *brought == format!("Bearer {token}") => Ok(request),
            _ => Err(tonic::Status::unauthenticated("a token is missing")),
        },
        None => Ok(request),
    };
    let service = A2aServiceServer::with_interceptor(handler, check);
    let address = address.parse().expect("an address");
    tonic::transport::Server::builder().add_service(service).serve(address).await.expect("a server");
}

/// Asks for a token, if there is one.
async fn guarded(token: Option<String>, request: Request, next: Next) -> Response {
    let brought = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    match token {
        Some(token) if brought != Some(&format!("Bearer {token}")) => {
            (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, "Bearer")]).into_response()
        }
        _ => next.run(request).await,
    }
}
