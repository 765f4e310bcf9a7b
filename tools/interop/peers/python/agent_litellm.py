"""The LiteLLM proxy in front of our agent at `A2A_UPSTREAM`: `agent_litellm.py <port>`. Callers need the key in `A2A_TOKEN`."""

import json
import os
import sys
from pathlib import Path

agent = {
    "agent_name": "tides",
    "agent_card_params": {
        "protocolVersion": "1.0",
        "name": "Harbour",
        "description": "Knows the tides.",
        "url": os.environ["A2A_UPSTREAM"],
        "version": "1.0.0",
        "capabilities": {"streaming": True},
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
        "skills": [],
    },
}
# JSON is YAML.
Path("litellm.yaml").write_text(json.dumps({"agent_list": [agent], "litellm_settings": {"telemetry": False}}))
program = Path(sys.executable).with_name("litellm")
environment = {
    **os.environ,
    "LITELLM_MASTER_KEY": os.environ["A2A_TOKEN"],
    "LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY": "true",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # the prices of models are not fetched
    "DISABLE_ADMIN_UI": "True",
}
os.execve(program, [str(program), "--config", "litellm.yaml", "--host", "127.0.0.1", "--port", sys.argv[1]], environment)
