# Claude Agent SDK. It needs an account.
import asyncio

from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, ResultMessage

from agent_inbox_client import AsyncInbox, claude


async def main() -> None:
    options = ClaudeAgentOptions(can_use_tool=claude(AsyncInbox()))
    async with ClaudeSDKClient(options) as client:
        await client.query("Delete the folder build.")
        async for message in client.receive_response():
            if isinstance(message, ResultMessage):
                print(message.result)


asyncio.run(main())
