# OpenAI Agents. The model is a script: put yours in its place.
import asyncio
import json

from agents import Agent, Runner, function_tool, set_tracing_disabled
from agents.testing import ScriptedModel, assistant_message, function_call

from agent_inbox_client import AsyncInbox, open_ai_agents

set_tracing_disabled(True)


@function_tool(needs_approval=True)
def shell(command: str) -> str:
    """Runs a command."""
    print(f"ran {command}")
    return "done"


async def main() -> None:
    call = function_call("shell", json.dumps({"command": "rm -rf build"}), call_id="call-1")
    model = ScriptedModel([[call], [assistant_message("Finished")]])
    agent = Agent(name="Cleaner", tools=[shell], model=model)
    result = await open_ai_agents(AsyncInbox(), Runner, agent, "Clean the build.")
    read = [one["output"] for one in result.to_input_list() if one.get("type") == "function_call_output"]
    print(f"The model read: {read[-1]}")


asyncio.run(main())
