# Asks whether a command may run: `python3 approve.py`, with INBOX_URL and INBOX_API_KEY.
import json

from agent_inbox_client import Inbox

inbox = Inbox()
args = {"command": "rm -rf build"}
outcome = inbox.approve("Bash", args, description="The build fails with an old cache.", editable=True)
if outcome.approved:
    print(f"Approved by {outcome.by}: {json.dumps(outcome.args or args)}")
else:
    print(f"Not approved ({outcome.status}): {outcome.message}")
