import { messageCodec, v1_0Proto } from "@a2a/grpc/descriptor";
import type { JsonObject } from "@a2a/types";
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from "@grpc/grpc-js";

// A bare server of grpc-js that reads and writes the messages which our server does, and does nothing else.

const request = messageCodec(v1_0Proto, "SendMessageRequest");
const response = messageCodec(v1_0Proto, "SendMessageResponse");
const event = messageCodec(v1_0Proto, "StreamResponse");
const incoming = { requestSerialize: request.encode, requestDeserialize: (bytes: Buffer) => request.decode(bytes) };
const coded = ({ encode, decode }: typeof event) => ({
  ...incoming,
  responseSerialize: encode,
  responseDeserialize: (bytes: Buffer) => decode(bytes),
});
const path = (name: string) => `/lf.a2a.v1.A2AService/${name}`;
const status = { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-01T00:00:00.000Z" };
const parts = [{ text: "hello there" }];
const history = [{ messageId: "m-1", contextId: "c-1", taskId: "t-1", role: "ROLE_USER", parts }];
const artifacts = [{ artifactId: "response", name: "response", parts }];
const task = { id: "t-1", contextId: "c-1", status, history, artifacts };
const chunk = {
  artifactUpdate: { taskId: "t-1", contextId: "c-1", artifact: { artifactId: "response", parts }, append: true },
};
const last = { statusUpdate: { taskId: "t-1", contextId: "c-1", status } };
const EVENTS = 200;

const server = new Server();
server.addService(
  {
    SendMessage: { ...coded(response), path: path("SendMessage"), requestStream: false, responseStream: false },
    SendStreamingMessage: {
      ...coded(event),
      path: path("SendStreamingMessage"),
      requestStream: false,
      responseStream: true,
    },
  },
  {
    SendMessage: (_: ServerUnaryCall<JsonObject, JsonObject>, send: sendUnaryData<JsonObject>) => send(null, { task }),
    SendStreamingMessage(call: ServerWritableStream<JsonObject, JsonObject>) {
      for (let n = 0; n < EVENTS; n++) call.write(chunk);
      call.write(last);
      call.end();
    },
  },
);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.({ port });
});
process.on("message", () => process.send?.({ cpu: process.cpuUsage() }));
