# Pydantic AI. The model is a script: put yours in its place.
from pydantic_ai import Agent
from pydantic_ai.capabilities import HandleDeferredToolCalls
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from agent_inbox_client import Inbox, pydantic_ai


def scripted(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Calls the tool once, then says what it has read."""
    parts = [part for message in messages for part in message.parts if part.part_kind == "tool-return"]
    if parts:
        return ModelResponse(parts=[TextPart(f"The model read: {parts[-1].content}")])
    return ModelResponse(parts=[ToolCallPart("shell", {"command": "rm -rf build"}, "call-1")])


agent = Agent(
    FunctionModel(scripted),
    capabilities=[HandleDeferredToolCalls(handler=pydantic_ai(Inbox()))],
)


@agent.tool_plain(requires_approval=True)
def shell(command: str) -> str:
    """Runs a command."""
    print(f"ran {command}")
    return "done"


print(agent.run_sync("Clean the build.").output)
