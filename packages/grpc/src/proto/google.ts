import { field, map, oneof, optional, type ProtoFile, repeated } from "./schema.ts";

// Definitions that others import or that generic tools ask for. Timestamp, Struct and Value are listed for reflection: the wire
// format of their JSON is in `wire/well-known.ts`.

export const timestampProto: ProtoFile = {
  name: "google/protobuf/timestamp.proto",
  package: "google.protobuf",
  messages: { Timestamp: { seconds: field(1, "int64"), nanos: field(2, "int32") } },
  enums: {},
  services: {},
};

export const structProto: ProtoFile = {
  name: "google/protobuf/struct.proto",
  package: "google.protobuf",
  messages: {
    Struct: { fields: map(1, "Value") },
    Value: oneof("kind", {
      nullValue: field(1, "NullValue"),
      numberValue: field(2, "double"),
      stringValue: field(3, "string"),
      boolValue: field(4, "bool"),
      structValue: field(5, "Struct"),
      listValue: field(6, "ListValue"),
    }),
    ListValue: { values: repeated(1, "Value") },
  },
  enums: { NullValue: ["NULL_VALUE"] },
  services: {},
};

export const emptyProto: ProtoFile = {
  name: "google/protobuf/empty.proto",
  package: "google.protobuf",
  messages: { Empty: {} },
  enums: {},
  services: {},
};

/** The details of errors: `google.rpc.Status` and what it holds. */
export const statusProto: ProtoFile = {
  name: "google/rpc/status.proto",
  package: "google.rpc",
  messages: {
    Status: { code: field(1, "int32"), message: field(2, "string"), details: repeated(3, "Any") },
    Any: { typeUrl: field(1, "string"), value: field(2, "bytes") },
    ErrorInfo: { reason: field(1, "string"), domain: field(2, "string"), metadata: map(3, "string") },
    BadRequest: { fieldViolations: repeated(1, "FieldViolation") },
    FieldViolation: { field: field(1, "string"), description: field(2, "string") },
    RetryInfo: { retryDelay: field(1, "Duration") },
    Duration: { seconds: field(1, "int64"), nanos: field(2, "int32") },
  },
  enums: {},
  services: {},
};

/** The health service that load balancers and Kubernetes ask. */
export const healthProto: ProtoFile = {
  name: "grpc/health/v1/health.proto",
  package: "grpc.health.v1",
  messages: {
    HealthCheckRequest: { service: field(1, "string") },
    HealthCheckResponse: { status: field(1, "ServingStatus") },
  },
  enums: { ServingStatus: ["UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"] },
  services: {
    Health: {
      Check: { request: "HealthCheckRequest", response: "HealthCheckResponse" },
      Watch: { request: "HealthCheckRequest", response: "HealthCheckResponse", serverStreaming: true },
    },
  },
};

/** The service by which tools such as grpcurl learn the definitions of a server. */
export const reflectionProto: ProtoFile = {
  name: "grpc/reflection/v1/reflection.proto",
  package: "grpc.reflection.v1",
  messages: {
    ServerReflectionRequest: {
      host: field(1, "string"),
      ...oneof("message_request", {
        fileByFilename: field(3, "string"),
        fileContainingSymbol: field(4, "string"),
        listServices: field(7, "string"),
      }),
    },
    ServerReflectionResponse: {
      validHost: field(1, "string"),
      originalRequest: field(2, "ServerReflectionRequest"),
      ...oneof("message_response", {
        fileDescriptorResponse: field(4, "FileDescriptorResponse"),
        listServicesResponse: field(6, "ListServiceResponse"),
        errorResponse: field(7, "ErrorResponse"),
      }),
    },
    FileDescriptorResponse: { fileDescriptorProto: repeated(1, "bytes") },
    ListServiceResponse: { service: repeated(1, "ServiceResponse") },
    ServiceResponse: { name: field(1, "string") },
    ErrorResponse: { errorCode: field(1, "int32"), errorMessage: field(2, "string") },
  },
  enums: {},
  services: {
    ServerReflection: {
      ServerReflectionInfo: {
        request: "ServerReflectionRequest",
        response: "ServerReflectionResponse",
        clientStreaming: true,
        serverStreaming: true,
      },
    },
  },
};

/** A definition file as reflection answers it. */
export const descriptorProto: ProtoFile = {
  name: "google/protobuf/descriptor.proto",
  package: "google.protobuf",
  messages: {
    FileDescriptorProto: {
      name: field(1, "string"),
      package: field(2, "string"),
      dependency: repeated(3, "string"),
      messageType: repeated(4, "DescriptorProto"),
      enumType: repeated(5, "EnumDescriptorProto"),
      service: repeated(6, "ServiceDescriptorProto"),
      syntax: field(12, "string"),
    },
    DescriptorProto: {
      name: field(1, "string"),
      field: repeated(2, "FieldDescriptorProto"),
      nestedType: repeated(3, "DescriptorProto"),
      options: field(7, "MessageOptions"),
      oneofDecl: repeated(8, "OneofDescriptorProto"),
    },
    MessageOptions: { mapEntry: field(7, "bool") },
    OneofDescriptorProto: { name: field(1, "string") },
    FieldDescriptorProto: {
      name: field(1, "string"),
      number: field(3, "int32"),
      label: field(4, "int32"),
      type: field(5, "int32"),
      typeName: field(6, "string"),
      oneofIndex: optional(9, "int32"),
      jsonName: field(10, "string"),
      proto3Optional: field(17, "bool"),
    },
    EnumDescriptorProto: { name: field(1, "string"), value: repeated(2, "EnumValueDescriptorProto") },
    EnumValueDescriptorProto: { name: field(1, "string"), number: optional(2, "int32") },
    ServiceDescriptorProto: { name: field(1, "string"), method: repeated(2, "MethodDescriptorProto") },
    MethodDescriptorProto: {
      name: field(1, "string"),
      inputType: field(2, "string"),
      outputType: field(3, "string"),
      clientStreaming: field(5, "bool"),
      serverStreaming: field(6, "bool"),
    },
  },
  enums: {},
  services: {},
};
