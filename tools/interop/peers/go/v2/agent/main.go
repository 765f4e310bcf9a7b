// A probe agent on a2a-go 2, which also serves callers of 0.3: `agent <port>`.
package main

import (
	"context"
	"fmt"
	"iter"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	a2agrpcv0 "github.com/a2aproject/a2a-go/v2/a2agrpc/v0"
	a2agrpcv1 "github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/push"
	"github.com/a2aproject/a2a-go/v2/a2asrv/taskstore"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

var lines = []string{"high water at noon, ", "low water at six, ", "and wind from the west"}

// For benchmarks.
var long = slices.Repeat([]string{strings.Repeat("x", 64)}, 50)

var pauses = map[string]time.Duration{"slow": 100 * time.Millisecond, "long": time.Millisecond}

type harbour struct{}

func (harbour) Execute(ctx context.Context, turn *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		status := func(state a2a.TaskState, text string) bool {
			var message *a2a.Message
			if text != "" {
				message = a2a.NewMessageForTask(a2a.MessageRoleAgent, turn, a2a.NewTextPart(text))
			}
			return yield(a2a.NewStatusUpdateEvent(turn, state, message), nil)
		}
		artifact := func(name string, parts a2a.ContentParts, appended, last bool) bool {
			event := a2a.NewArtifactUpdateEvent(turn, a2a.ArtifactID(name), parts...)
			event.Artifact.Name, event.Append, event.LastChunk = name, appended, last
			return yield(event, nil)
		}
		text := turn.Message.Parts[0].Text()
		if turn.StoredTask != nil {
			if artifact("answer", a2a.ContentParts{a2a.NewTextPart("tides of " + text)}, false, true) {
				status(a2a.TaskStateCompleted, "")
			}
			return
		}
		if text == "message" {
			yield(a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart("ahoy")), nil)
			return
		}
		if !yield(a2a.NewSubmittedTask(turn, turn.Message), nil) || !status(a2a.TaskStateWorking, "") {
			return
		}
		chunks := []string{}
		switch text {
		case "ask":
			status(a2a.TaskStateInputRequired, "Which harbour?")
			return
		case "fail":
			status(a2a.TaskStateFailed, "no water")
			return
		case "hold":
			<-ctx.Done()
			return
		case "echo":
			if !artifact("echo", turn.Message.Parts[1:], false, true) {
				return
			}
		case "tides":
			chunks = lines
		case "slow":
			for index := range 8 {
				chunks = append(chunks, fmt.Sprintf("#%d ", index))
			}
		case "long":
			chunks = long
		}
		for index, chunk := range chunks {
			time.Sleep(pauses[text])
			if !artifact(text, a2a.ContentParts{a2a.NewTextPart(chunk)}, index > 0, index == len(chunks)-1) {
				return
			}
		}
		status(a2a.TaskStateCompleted, "")
	}
}

func (harbour) Cancel(ctx context.Context, turn *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(a2a.NewStatusUpdateEvent(turn, a2a.TaskStateCanceled, nil), nil)
	}
}

func main() {
	address := "127.0.0.1:" + os.Args[1]
	grpcAddress := "127.0.0.1:" + os.Getenv("A2A_GRPC_PORT")
	offer := func(path string, protocol a2a.TransportProtocol, version a2a.ProtocolVersion) *a2a.AgentInterface {
		return &a2a.AgentInterface{URL: "http://" + address + path, ProtocolBinding: protocol, ProtocolVersion: version}
	}
	card := &a2a.AgentCard{
		Name:               "Harbour",
		Description:        "Knows the tides.",
		Version:            "1.0.0",
		DefaultInputModes:  []string{"text/plain"},
		DefaultOutputModes: []string{"text/plain"},
		Capabilities:       a2a.AgentCapabilities{Streaming: true, PushNotifications: true, ExtendedAgentCard: true},
		Skills:             []a2a.AgentSkill{{ID: "tides", Name: "Tides", Description: "High and low water", Tags: []string{"sea"}}},
		SupportedInterfaces: []*a2a.AgentInterface{
			offer("/rpc", a2a.TransportProtocolJSONRPC, "1.0"),
			offer("/rest", a2a.TransportProtocolHTTPJSON, "1.0"),
			offer("/rpc-0.3", a2a.TransportProtocolJSONRPC, "0.3"),
			offer("/rest-0.3", a2a.TransportProtocolHTTPJSON, "0.3"),
			{URL: grpcAddress, ProtocolBinding: a2a.TransportProtocolGRPC, ProtocolVersion: "1.0"},
			{URL: grpcAddress, ProtocolBinding: a2a.TransportProtocolGRPC, ProtocolVersion: "0.3"},
		},
	}
	token := os.Getenv("A2A_TOKEN")
	if token != "" {
		card.SecuritySchemes = a2a.NamedSecuritySchemes{"token": a2a.HTTPAuthSecurityScheme{Scheme: "bearer"}}
		card.SecurityRequirements = a2a.SecurityRequirementsOptions{{"token": {}}}
	}
	// Lists are served to known users only.
	store := taskstore.NewInMemory(&taskstore.InMemoryStoreConfig{
		Authenticator: func(context.Context) (string, error) { return "probe", nil },
	})
	handler := a2asrv.NewHandler(harbour{},
		a2asrv.WithTaskStore(store),
		a2asrv.WithPushNotifications(push.NewInMemoryStore(), push.NewHTTPPushSender(&push.HTTPSenderConfig{AllowPrivateNetworks: true})),
		a2asrv.WithExtendedAgentCard(card))
	mux := http.NewServeMux()
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	mux.Handle("/rpc", a2asrv.NewJSONRPCHandler(handler))
	mux.Handle("/rest/", http.StripPrefix("/rest", a2asrv.NewRESTHandler(handler)))
	mux.Handle("/rpc-0.3", a2av0.NewJSONRPCHandler(handler))
	mux.Handle("/rest-0.3/", http.StripPrefix("/rest-0.3", a2av0.NewRESTHandler(handler)))
	go serveGRPC(grpcAddress, token, handler)
	panic(http.ListenAndServe(address, guarded(token, mux)))
}

// serveGRPC serves both protocol versions at one port, and asks for a token, if there is one.
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
	a2agrpcv1.NewHandler(handler).RegisterWith(server)
	a2agrpcv0.NewHandler(handler).RegisterWith(server)
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
