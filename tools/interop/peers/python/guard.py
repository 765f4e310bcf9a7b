"""The token that a probe agent asks for, and that a probe client brings: `A2A_TOKEN`."""

import os

from a2a.client.auth import AuthInterceptor, CredentialService

TOKEN = os.environ.get("A2A_TOKEN")
SECURED_URL = os.environ.get("A2A_SECURED_URL")


class Guard:
    """Refuses requests without the token, except for cards. Does nothing where there is no token."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        open_to_all = TOKEN is None or scope["type"] != "http" or scope["path"].startswith("/.well-known/")
        if open_to_all or dict(scope["headers"]).get(b"authorization") == f"Bearer {TOKEN}".encode():
            return await self.app(scope, receive, send)
        headers = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def grpc_guard():
    """Interceptors that do the same over gRPC."""
    import grpc

    async def refuse(request, context):
        await context.abort(grpc.StatusCode.UNAUTHENTICATED, "a token is missing")

    class GrpcGuard(grpc.aio.ServerInterceptor):
        async def intercept_service(self, continuation, details):
            handler = await continuation(details)
            if handler is None or ("authorization", f"Bearer {TOKEN}") in details.invocation_metadata:
                return handler
            make = grpc.unary_stream_rpc_method_handler if handler.response_streaming else grpc.unary_unary_rpc_method_handler
            return make(refuse, handler.request_deserializer, handler.response_serializer)

    return [GrpcGuard()] if TOKEN else []


class Token(CredentialService):
    async def get_credentials(self, security_scheme_name, context):
        return TOKEN


def bringing_token():
    """The SDK's own interceptor, which reads the schemes of the card."""
    return [AuthInterceptor(Token())]
