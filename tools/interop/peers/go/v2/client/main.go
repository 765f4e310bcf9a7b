// A probe client on a2a-go 2: `client <url> <binding> <webhook> <version>`.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	a2agrpcv0 "github.com/a2aproject/a2a-go/v2/a2agrpc/v0"
	a2agrpcv1 "github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

const lines = "high water at noon, low water at six, and wind from the west"
const slow = "#0 #1 #2 #3 #4 #5 #6 #7 "

var hook = os.Args[3]

func same(actual, expected any) error {
	if fmt.Sprint(actual) != fmt.Sprint(expected) {
		return fmt.Errorf("expected %v, found %v", expected, actual)
	}
	return nil
}

func refused(err error, expected error) error {
	if err == nil {
		return errors.New("expected a refusal, found success")
	}
	if !errors.Is(err, expected) {
		return fmt.Errorf("expected %q, found: %w", expected, err)
	}
	return nil
}

func texts(task *a2a.Task) string {
	text := ""
	for _, artifact := range task.Artifacts {
		for _, part := range artifact.Parts {
			text += part.Text()
		}
	}
	return text
}

func message(text string, parts ...*a2a.Part) *a2a.Message {
	return a2a.NewMessage(a2a.MessageRoleUser, append([]*a2a.Part{a2a.NewTextPart(text)}, parts...)...)
}

// folded is the task that the events of a stream amount to.
func folded(events iter.Seq2[a2a.Event, error]) (*a2a.Task, error) {
	task := &a2a.Task{}
	for event, err := range events {
		if err != nil {
			return task, err
		}
		switch it := event.(type) {
		case *a2a.Task:
			task = it
		case *a2a.TaskStatusUpdateEvent:
			task.Status = it.Status
		case *a2a.TaskArtifactUpdateEvent:
			if it.Append && len(task.Artifacts) > 0 {
				known := task.Artifacts[len(task.Artifacts)-1]
				known.Parts = append(known.Parts, it.Artifact.Parts...)
			} else {
				task.Artifacts = append(task.Artifacts, it.Artifact)
			}
		}
	}
	return task, nil
}

// connect makes a client for the agent at a URL, which brings the token where the card asks for one.
func connect(ctx context.Context, url string) (*a2aclient.Client, error) {
	resolver := agentcard.NewResolver(nil)
	resolver.CardParser = a2av0.NewAgentCardParser()
	card, err := resolver.Resolve(ctx, url)
	if err != nil {
		return nil, err
	}
	// The client takes the first interface that it supports, so it is shown the wanted one only.
	wanted := []*a2a.AgentInterface{}
	for _, offer := range card.SupportedInterfaces {
		if string(offer.ProtocolBinding) == os.Args[2] && strings.HasPrefix(string(offer.ProtocolVersion), os.Args[4]) {
			wanted = append(wanted, offer)
		}
	}
	if len(wanted) == 0 {
		// An older card that offers several bindings at one URL is read as offering the first.
		binding, version := a2a.TransportProtocol(os.Args[2]), a2a.ProtocolVersion(os.Args[4])
		url := card.SupportedInterfaces[0].URL
		wanted = append(wanted, &a2a.AgentInterface{URL: url, ProtocolBinding: binding, ProtocolVersion: version})
	}
	card.SupportedInterfaces = wanted
	return a2aclient.NewFromCard(ctx, card,
		a2av0.WithJSONRPCTransport(a2av0.JSONRPCTransportConfig{}),
		a2av0.WithRESTTransport(a2av0.RESTTransportConfig{}),
		a2agrpcv1.WithGRPCTransport(grpc.WithTransportCredentials(insecure.NewCredentials())),
		a2agrpcv0.WithGRPCTransport(grpc.WithTransportCredentials(insecure.NewCredentials())),
		a2aclient.WithCallInterceptors(&a2aclient.AuthInterceptor{Service: token{}}))
}

// token is what a secured agent is called with, whatever it calls its scheme.
type token struct{}

func (token) Get(context.Context, a2aclient.SessionID, a2a.SecuritySchemeName) (a2aclient.AuthCredential, error) {
	return a2aclient.AuthCredential(os.Getenv("A2A_TOKEN")), nil
}

func main() {
	ctx := a2aclient.AttachSessionID(context.Background(), "probe")
	client, err := connect(ctx, os.Args[1])
	if err != nil {
		panic(err)
	}
	send := func(sent *a2a.Message, config *a2a.SendMessageConfig) (*a2a.Task, error) {
		answer, err := client.SendMessage(ctx, &a2a.SendMessageRequest{Message: sent, Config: config})
		if err != nil {
			return nil, err
		}
		task, ok := answer.(*a2a.Task)
		if !ok {
			return nil, errors.New("expected a task")
		}
		return task, nil
	}
	started := func(text string) (*a2a.Task, error) {
		return send(message(text), &a2a.SendMessageConfig{ReturnImmediately: true})
	}
	echo := func(part *a2a.Part) error {
		task, err := send(message("echo", part), nil)
		if err != nil {
			return err
		}
		return same(*task.Artifacts[0].Parts[0], *part)
	}
	created := func(text, url string) (a2a.TaskID, error) {
		task, err := started(text)
		if err != nil {
			return "", err
		}
		made, err := client.CreateTaskPushConfig(ctx, &a2a.PushConfig{TaskID: task.ID, ID: "hook-1", URL: url, Token: "tok"})
		if err != nil {
			return "", err
		}
		return task.ID, same(made.URL, url)
	}
	operations := []struct {
		name string
		try  func() error
	}{
		{"send", func() error {
			task, err := send(message("tides"), nil)
			if err != nil {
				return err
			}
			return same(texts(task), lines)
		}},
		{"send, answered by a message", func() error {
			answer, err := client.SendMessage(ctx, &a2a.SendMessageRequest{Message: message("message")})
			if err != nil {
				return err
			}
			return same(answer.(*a2a.Message).Parts[0].Text(), "ahoy")
		}},
		{"send, failed task", func() error {
			task, err := send(message("fail"), nil)
			if err != nil {
				return err
			}
			return same(task.Status.State, a2a.TaskStateFailed)
		}},
		{"send, return immediately", func() error {
			task, err := started("hold")
			if err != nil {
				return err
			}
			return same(task.Status.State.Terminal(), false)
		}},
		{"send, file by URL", func() error {
			part := a2a.NewFileURLPart("https://files.example/chart.png", "image/png")
			part.Filename = "chart.png"
			return echo(part)
		}},
		{"send, file with content", func() error {
			part := a2a.NewRawPart([]byte{0, 1, 2, 3, 4, 255})
			part.Filename, part.MediaType = "chart.bin", "application/octet-stream"
			return echo(part)
		}},
		{"stream", func() error {
			task, err := folded(client.SendStreamingMessage(ctx, &a2a.SendMessageRequest{Message: message("tides")}))
			if err != nil {
				return err
			}
			return same(texts(task)+string(task.Status.State), lines+string(a2a.TaskStateCompleted))
		}},
		{"stream, refused", func() error {
			sent := message("tides")
			sent.TaskID = "no-such-task"
			_, err := folded(client.SendStreamingMessage(ctx, &a2a.SendMessageRequest{Message: sent}))
			return refused(err, a2a.ErrTaskNotFound)
		}},
		{"get", func() error {
			task, err := send(message("tides"), nil)
			if err != nil {
				return err
			}
			read, err := client.GetTask(ctx, &a2a.GetTaskRequest{ID: task.ID})
			if err != nil {
				return err
			}
			return same(texts(read), lines)
		}},
		{"get, unknown task", func() error {
			_, err := client.GetTask(ctx, &a2a.GetTaskRequest{ID: "no-such-task"})
			return refused(err, a2a.ErrTaskNotFound)
		}},
		{"list", func() error {
			task, err := send(message("tides"), nil)
			if err != nil {
				return err
			}
			page, err := client.ListTasks(ctx, &a2a.ListTasksRequest{ContextID: task.ContextID})
			if err != nil {
				return err
			}
			return same(len(page.Tasks), 1)
		}},
		{"list, empty", func() error {
			page, err := client.ListTasks(ctx, &a2a.ListTasksRequest{ContextID: a2a.NewContextID()})
			if err != nil {
				return err
			}
			return same(len(page.Tasks), 0)
		}},
		{"request, invalid", func() error {
			_, err := client.ListTasks(ctx, &a2a.ListTasksRequest{PageToken: "no-such-page"})
			return refused(err, a2a.ErrInvalidParams)
		}},
		{"cancel", func() error {
			task, err := started("hold")
			if err != nil {
				return err
			}
			canceled, err := client.CancelTask(ctx, &a2a.CancelTaskRequest{ID: task.ID})
			if err != nil {
				return err
			}
			return same(canceled.Status.State, a2a.TaskStateCanceled)
		}},
		{"cancel, finished task", func() error {
			task, err := send(message("tides"), nil)
			if err != nil {
				return err
			}
			_, err = client.CancelTask(ctx, &a2a.CancelTaskRequest{ID: task.ID})
			return refused(err, a2a.ErrTaskNotCancelable)
		}},
		{"subscribe", func() error {
			task, err := started("slow")
			if err != nil {
				return err
			}
			followed, err := folded(client.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{ID: task.ID}))
			if err != nil {
				return err
			}
			return same(texts(followed), slow)
		}},
		{"subscribe, unknown task", func() error {
			_, err := folded(client.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{ID: "no-such-task"}))
			return refused(err, a2a.ErrTaskNotFound)
		}},
		{"subscribe, finished task", func() error {
			task, err := send(message("tides"), nil)
			if err != nil {
				return err
			}
			_, err = folded(client.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{ID: task.ID}))
			return refused(err, a2a.ErrUnsupportedOperation)
		}},
		{"input required", func() error {
			task, err := send(message("ask"), nil)
			if err != nil {
				return err
			}
			answer := message("Kiel")
			answer.TaskID, answer.ContextID = task.ID, task.ContextID
			done, err := send(answer, nil)
			if err != nil {
				return err
			}
			return same(texts(done), "tides of Kiel")
		}},
		{"webhook with the message", func() error {
			_, err := send(message("tides"), &a2a.SendMessageConfig{PushConfig: &a2a.PushConfig{URL: hook, Token: "tok"}})
			return err
		}},
		{"webhook, create", func() error { _, err := created("hold", hook); return err }},
		{"webhook, get", func() error {
			id, err := created("hold", hook)
			if err != nil {
				return err
			}
			config, err := client.GetTaskPushConfig(ctx, &a2a.GetTaskPushConfigRequest{TaskID: id, ID: "hook-1"})
			if err != nil {
				return err
			}
			return same(config.URL, hook)
		}},
		{"webhook, list", func() error {
			id, err := created("hold", hook)
			if err != nil {
				return err
			}
			configs, err := client.ListTaskPushConfigs(ctx, &a2a.ListTaskPushConfigRequest{TaskID: id})
			if err != nil {
				return err
			}
			return same(len(configs), 1)
		}},
		{"webhook, delete", func() error {
			id, err := created("hold", hook)
			if err != nil {
				return err
			}
			return client.DeleteTaskPushConfig(ctx, &a2a.DeleteTaskPushConfigRequest{TaskID: id, ID: "hook-1"})
		}},
		{"webhook, delivery", func() error {
			id, err := created("slow", hook+"-delivery")
			for err == nil {
				var task *a2a.Task
				if task, err = client.GetTask(ctx, &a2a.GetTaskRequest{ID: id}); err == nil && task.Status.State.Terminal() {
					return nil
				}
				time.Sleep(50 * time.Millisecond)
			}
			return err
		}},
		{"secured agent", func() error {
			secured, err := connect(ctx, os.Getenv("A2A_SECURED_URL"))
			if err != nil {
				return err
			}
			answer, err := secured.SendMessage(ctx, &a2a.SendMessageRequest{Message: message("tides")})
			if err != nil {
				return err
			}
			return same(answer.(*a2a.Task).Status.State, a2a.TaskStateCompleted)
		}},
		{"extended card", func() error {
			extended, err := client.GetExtendedAgentCard(ctx, &a2a.GetExtendedAgentCardRequest{})
			if err != nil {
				return err
			}
			return same(extended.Name, "Harbour")
		}},
	}
	for _, operation := range operations {
		report(operation.name, operation.try)
	}
}

// report prints the outcome of an operation as a line of JSON.
func report(name string, try func() error) {
	line := map[string]string{"operation": name}
	done := make(chan error, 1)
	go func() {
		defer func() {
			if problem := recover(); problem != nil {
				done <- fmt.Errorf("%v", problem)
			}
		}()
		done <- try()
	}()
	select {
	case err := <-done:
		if err != nil {
			line["failure"] = strings.ReplaceAll(err.Error(), "\n", " ")
		}
	case <-time.After(20 * time.Second):
		line["failure"] = "no result after 20 s"
	}
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}
