"""Asks people through an inbox, and waits for their answers."""

from .frameworks import *  # noqa: F403
from .inbox import Answer, Approval, AsyncInbox, Inbox, InboxError

__all__ = ["Answer", "Approval", "AsyncInbox", "Inbox", "InboxError"]
