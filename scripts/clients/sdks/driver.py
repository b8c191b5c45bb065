"""A program with a client of the MCP SDK for Python: does what lines of JSON on stdin say, and writes what came of it."""

import asyncio
import json
import os
import sys
from contextlib import AsyncExitStack
from importlib.metadata import version

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

driven = json.loads(os.environ["INBOX_DRIVEN"])
calls: dict[int, asyncio.Task] = {}


def write(line: dict) -> None:
    print(json.dumps(line), flush=True)


def transport():
    if command := driven.get("command"):
        program, *args = command
        return stdio_client(StdioServerParameters(command=program, args=args, env=driven["env"]))
    return streamable_http_client(driven["url"], http_client=create_mcp_http_client(headers=driven["headers"]))


async def connected(stack: AsyncExitStack):
    """The client, and the version of the protocol that it speaks."""
    if version("mcp").startswith("1."):
        from mcp.types import Implementation

        read, written, *_ = await stack.enter_async_context(transport())
        info = Implementation(name=driven["name"], version="1")
        client = await stack.enter_async_context(ClientSession(read, written, client_info=info))
        return client, (await client.initialize()).protocolVersion
    from mcp import Client
    from mcp_types import Implementation

    info = Implementation(name=driven["name"], version="1")
    client = await stack.enter_async_context(Client(transport(), mode=driven["mode"], client_info=info))
    return client, client.protocol_version


async def call(client, line: dict) -> None:
    try:
        result = await client.call_tool(line["tool"], line["input"])
        write({"id": line["id"], "result": result.model_dump(mode="json", by_alias=True, exclude_none=True)})
    except (Exception, asyncio.CancelledError) as error:
        write({"id": line["id"], "error": repr(error)})


async def main() -> None:
    async with AsyncExitStack() as stack:
        client, speaks = await connected(stack)
        write({"speaks": speaks})
        while text := await asyncio.to_thread(sys.stdin.readline):
            line = json.loads(text)
            if "cancel" in line:
                calls[line["cancel"]].cancel()
            else:
                calls[line["id"]] = asyncio.create_task(call(client, line))
        for task in calls.values():
            task.cancel()


asyncio.run(main())
