"""A graph with the behavior that every probe agent has, for `langgraph dev`."""

import asyncio

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import interrupt

from behavior import LINES, QUESTION, SLOW


def blocks(*texts):
    return [{"type": "text", "text": text} for text in texts]


async def harbour(state):
    content = next(message.content for message in reversed(state["messages"]) if message.type == "human")
    first, *rest = blocks(content) if isinstance(content, str) else content
    text = first.get("text")
    if text == "ask":
        return {"messages": [AIMessage(f"tides of {interrupt(QUESTION)}")]}
    if text == "fail":
        raise RuntimeError("no water")
    if text == "hold":
        await asyncio.Event().wait()
    if text == "slow":
        await asyncio.sleep(2)  # long enough to be killed before its end
        return {"messages": [AIMessage("".join(SLOW))]}
    if text == "echo":
        return {"messages": [AIMessage(content=rest)]}
    return {"messages": [AIMessage(content=blocks(*LINES) if text == "tides" else "ahoy")]}


def begin(_):
    # A stream says that the task is at work with the first message of the graph.
    return {"messages": [AIMessage("at work")]}


builder = StateGraph(MessagesState)
builder.add_node("begin", begin)
builder.add_node("harbour", harbour)
builder.add_edge(START, "begin")
builder.add_edge("begin", "harbour")
builder.add_edge("harbour", END)
graph = builder.compile()
