// A probe agent on a2a-go 0.3: `agent <port>`.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2agrpc"
	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/a2aproject/a2a-go/a2asrv/eventqueue"
	"github.com/a2aproject/a2a-go/a2asrv/push"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

var lines = []string{"high water at noon, ", "low water at six, ", "and wind from the west"}

type harbour struct{}

func (harbour) Execute(ctx context.Context, turn *a2asrv.RequestContext, queue eventqueue.Queue) error {
	var failure error
	publish := func(event a2a.Event) {
		if failure == nil {
			failure = queue.Write(ctx, event)
		}
	}
	status := func(state a2a.TaskState, text string) {
		var message *a2a.Message
		if text != "" {
			message = a2a.NewMessageForTask(a2a.MessageRoleAgent, turn, a2a.TextPart{Text: text})
		}
		event := a2a.NewStatusUpdateEvent(turn, state, message)
		event.Final = state.Terminal() || state == a2a.TaskStateInputRequired
		publish(event)
	}
	artifact := func(name string, parts a2a.ContentParts, appended, last bool) {
		event := a2a.NewArtifactUpdateEvent(turn, a2a.ArtifactID(name), parts...)
		event.Artifact.Name, event.Append, event.LastChunk = name, appended, last
		publish(event)
	}
	text := ""
	if first, ok := turn.Message.Parts[0].(a2a.TextPart); ok {
		text = first.Text
	}
	if turn.StoredTask != nil {
		artifact("answer", a2a.ContentParts{a2a.TextPart{Text: "tides of " + text}}, false, true)
		status(a2a.TaskStateCompleted, "")
		return failure
	}
	if text == "message" {
		publish(a2a.NewMessage(a2a.MessageRoleAgent, a2a.TextPart{Text: "ahoy"}))
		return failure
	}
	publish(a2a.NewSubmittedTask(turn, turn.Message))
	status(a2a.TaskStateWorking, "")
	chunks := []string{}
	switch text {
	case "ask":
		status(a2a.TaskStateInputRequired, "Which harbour?")
		return failure
	case "fail":
		status(a2a.TaskStateFailed, "no water")
		return failure
	case "hold":
		<-ctx.Done()
		return ctx.Err()
	case "echo":
		artifact("echo", turn.Message.Parts[1:], false, true)
	case "tides":
		chunks = lines
	case "slow":
		for index := range 8 {
			chunks = append(chunks, fmt.Sprintf("#%d ", index))
		}
	}
	for index, chunk := range chunks {
		if text == "slow" {
			time.Sleep(100 * time.Millisecond)
		}
		artifact(text, a2a.ContentParts{a2a.TextPart{Text: chunk}}, index > 0, index == len(chunks)-1)
	}
	status(a2a.TaskStateCompleted, "")
	return failure
}

func (harbour) Cancel(ctx context.Context, turn *a2asrv.RequestContext, queue eventqueue.Queue) error {
	event := a2a.NewStatusUpdateEvent(turn, a2a.TaskStateCanceled, nil)
	event.Final = true
	return queue.Write(ctx, event)
}

func main() {
	address := "127.0.0.1:" + os.Args[1]
	grpcAddress := "127.0.0.1:" + os.Getenv("A2A_GRPC_PORT")
	card := &a2a.AgentCard{
		Name:                              "Harbour",
		Description:                       "Knows the tides.",
		URL:                               "http://" + address + "/rpc",
		Version:                           "1.0.0",
		ProtocolVersion:                   "0.3.0",
		PreferredTransport:                a2a.TransportProtocolJSONRPC,
		DefaultInputModes:                 []string{"text/plain"},
		DefaultOutputModes:                []string{"text/plain"},
		Capabilities:                      a2a.AgentCapabilities{Streaming: true, PushNotifications: true},
		Skills:                            []a2a.AgentSkill{{ID: "tides", Name: "Tides", Description: "High and low water", Tags: []string{"sea"}}},
		SupportsAuthenticatedExtendedCard: true,
		AdditionalInterfaces:              []a2a.AgentInterface{{URL: grpcAddress, Transport: a2a.TransportProtocolGRPC}},
	}
	token := os.Getenv("A2A_TOKEN")
	if token != "" {
		card.SecuritySchemes = a2a.NamedSecuritySchemes{"token": a2a.HTTPAuthSecurityScheme{Scheme: "bearer"}}
		card.Security = []a2a.SecurityRequirements{{"token": {}}}
	}
	handler := a2asrv.NewHandler(harbour{},
		a2asrv.WithPushNotifications(push.NewInMemoryStore(), push.NewHTTPPushSender(nil)),
		a2asrv.WithExtendedAgentCard(card))
	mux := http.NewServeMux()
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	mux.Handle("/rpc", a2asrv.NewJSONRPCHandler(handler))
	go serveGRPC(grpcAddress, token, handler)
	panic(http.ListenAndServe(address, guarded(token, mux)))
}

// serveGRPC serves gRPC, and asks for a token, if there is one.
func serveGRPC(address, token string, handler a2asrv.RequestHandler) {
	check := func(ctx context.Context) error {
		given := metadata.ValueFromIncomingContext(ctx, "authorization")
		if token == "" || (len(given) == 1 && given[0] == "Bearer "+token) {
			return nil
		}
		return status.Error(codes.Unauthenticated, "a token is missing")
	}
	server := grpc.NewServer(
		grpc.UnaryInterceptor(func(ctx context.Context, request any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
			if err := check(ctx); err != nil {
				return nil, err
			}
			return next(ctx, request)
		}),
		grpc.StreamInterceptor(func(service any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
			if err := check(stream.Context()); err != nil {
				return err
			}
			return next(service, stream)
		}))
	a2agrpc.NewHandler(handler).RegisterWith(server)
	listener, err := net.Listen("tcp", address)
	if err != nil {
		panic(err)
	}
	panic(server.Serve(listener))
}

// guarded asks for a token, if there is one.
func guarded(token string, handler http.Handler) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		open := token == "" || request.URL.Path == a2asrv.WellKnownAgentCardPath
		if open || request.Header.Get("Authorization") == "Bearer "+token {
			handler.ServeHTTP(response, request)
			return
		}
		response.Header().Set("WWW-Authenticate", "Bearer")
		response.WriteHeader(http.StatusUnauthorized)
	})
}
