# LangChain and LangGraph. The model is a script: put yours in its place.
import uuid
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver

from agent_inbox_client import Inbox, lang_graph


class Scripted(GenericFakeChatModel):
    def bind_tools(self, tools: Any, **more: Any) -> Any:
        return self


@tool
def shell(command: str) -> str:
    """Runs a command."""
    print(f"ran {command}")
    return "done"


call = {"name": "shell", "args": {"command": "rm -rf build"}, "id": "call-1", "type": "tool_call"}
agent = create_agent(
    model=Scripted(messages=iter([AIMessage("", tool_calls=[call]), AIMessage("Finished")])),
    tools=[shell],
    middleware=[HumanInTheLoopMiddleware(interrupt_on={"shell": True})],
    checkpointer=InMemorySaver(),
)
messages = {"messages": [{"role": "user", "content": "Clean the build."}]}
config = {"configurable": {"thread_id": str(uuid.uuid4())}}
result = lang_graph(Inbox(), agent, messages, config)
read = [one.content for one in result["messages"] if one.type == "tool"]
print(f"The model read: {read[-1]}")
