"""Serves the graph by `langgraph dev`: `agent_langgraph.py <port>`. The working directory holds its configuration and its state."""

import json
import os
import shutil
import sys
from pathlib import Path

graph = Path(__file__).with_name("langgraph_graph.py")
# The tasks of an earlier process would be read again.
shutil.rmtree(".langgraph_api", ignore_errors=True)
config = {"dependencies": [str(graph.parent)], "graphs": {"harbour": f"{graph}:graph"}}
Path("langgraph.json").write_text(json.dumps(config))
program = Path(sys.executable).with_name("langgraph")
options = ["--host", "127.0.0.1", "--port", sys.argv[1], "--no-browser", "--no-reload", "--n-jobs-per-worker", "40"]
# Nothing is reported to the vendor.
environment = {**os.environ, "LANGSMITH_TRACING": "false", "LANGGRAPH_CLI_NO_ANALYTICS": "1"}
os.execve(program, [str(program), "dev", *options], environment)
