"""One line for each framework. None is a dependency: each function takes and returns what its framework does."""

import asyncio
import json
from typing import Any

from .inbox import Approval, AsyncInbox, Inbox

__all__ = ["claude", "lang_graph", "open_ai_agents", "pydantic_ai"]


async def _approve(inbox: "Inbox | AsyncInbox", tool: str, args: Any, **more: Any) -> Approval:
    given = args if isinstance(args, dict) else {"input": args}
    if isinstance(inbox, AsyncInbox):
        return await inbox.approve(tool, given, **more)
    return await asyncio.to_thread(inbox.approve, tool, given, **more)


def claude(inbox: "Inbox | AsyncInbox") -> Any:
    """Claude Agent SDK: `can_use_tool=claude(inbox)` of its options."""

    async def can_use_tool(tool: str, args: "dict[str, Any]", context: Any) -> Any:
        from claude_agent_sdk import PermissionResultAllow, PermissionResultDeny

        id, description = context.tool_use_id, getattr(context, "description", None)
        outcome = await _approve(inbox, tool, args, id=id, description=description, editable=True)
        if outcome.approved:
            return PermissionResultAllow(updated_input=outcome.args or args)
        return PermissionResultDeny(message=outcome.message or "")

    return can_use_tool


def lang_graph(inbox: Inbox, graph: Any, input: Any, config: Any = None, **more: Any) -> Any:
    """LangChain and LangGraph: invokes an agent with HumanInTheLoopMiddleware, and resumes it as people decide."""
    from langgraph.types import Command

    result = graph.invoke(input, config, **more)
    while due := _interrupts_in(result):
        resume = {one.id: {"decisions": _decisions(inbox, one.id, one.value)} for one in due}
        result = graph.invoke(Command(resume=resume), config, **more)
    return result


def _interrupts_in(result: Any) -> "list[Any]":
    """An interrupt of another kind is its caller's."""
    due = list(result.get("__interrupt__") or []) if isinstance(result, dict) else []
    are_ours = all(isinstance(one.value, dict) and "action_requests" in one.value for one in due)
    return due if are_ours else []


def _decisions(inbox: Inbox, id: str, value: "dict[str, Any]") -> "list[dict[str, Any]]":
    editable = {
        config["action_name"] for config in value.get("review_configs", []) if "edit" in config["allowed_decisions"]
    }
    decisions: "list[dict[str, Any]]" = []
    for place, request in enumerate(value["action_requests"]):
        name, args = request["name"], request["args"]
        outcome = inbox.approve(
            name,
            args,
            id=f"{id}/{place}",
            description=request.get("description"),
            editable=name in editable,
        )
        if not outcome.approved:
            decisions.append({"type": "reject", "message": outcome.message})
        elif outcome.args is None:
            decisions.append({"type": "approve"})
        else:
            decisions.append({"type": "edit", "edited_action": {"name": name, "args": outcome.args}})
    return decisions


async def open_ai_agents(inbox: "Inbox | AsyncInbox", runner: Any, agent: Any, input: Any, **more: Any) -> Any:
    """OpenAI Agents: runs an agent, and goes on as people decide. `runner` is the SDK's Runner."""
    result = await runner.run(agent, input, **more)
    while result.interruptions:
        state = result.to_state()
        for item in result.interruptions:
            given = _part(item.raw_item, "arguments")
            try:
                args = json.loads(given or "{}")
            except ValueError:
                args = given
            id = _part(item.raw_item, "call_id") or _part(item.raw_item, "id")
            outcome = await _approve(inbox, item.tool_name or "tool", args, id=id)
            if outcome.approved:
                state.approve(item)
            else:
                state.reject(item, rejection_message=outcome.message)
        result = await runner.run(agent, state, **more)
    return result


def _part(item: Any, name: str) -> Any:
    return item.get(name) if isinstance(item, dict) else getattr(item, name, None)


def pydantic_ai(inbox: "Inbox | AsyncInbox") -> Any:
    """Pydantic AI: `HandleDeferredToolCalls(handler=pydantic_ai(inbox))` among the capabilities of an agent."""

    async def handler(context: Any, requests: Any) -> Any:
        from pydantic_ai import ToolApproved, ToolDenied

        approvals: "dict[str, Any]" = {}
        for call in requests.approvals:
            id, args = call.tool_call_id, call.args_as_dict()
            outcome = await _approve(inbox, call.tool_name, args, id=id, editable=True)
            if not outcome.approved:
                approvals[id] = ToolDenied(outcome.message or "")
            elif outcome.args is None:
                approvals[id] = True
            else:
                approvals[id] = ToolApproved(override_args=outcome.args)
        return requests.build_results(approvals=approvals)

    return handler
