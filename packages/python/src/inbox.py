"""Asks people through an inbox, and waits for their answers."""

import asyncio
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Status = Literal["answered", "pending", "expired", "withdrawn", "retracted"]
Kind = Literal["approve", "choose", "form", "text"]

_LONGEST_WAIT_SECONDS = 30
# A held question is withdrawn if 30 s pass without a new wait.
_HELD_WAIT_SECONDS = 10
_DAY_SECONDS = 24 * 60 * 60
_PATIENCE_SECONDS = 60
# Beyond the time that the inbox takes to answer.
_GRACE_SECONDS = 10
_LONGEST_PAUSE_SECONDS = 5


class InboxError(Exception):
    """`status` is the status of the response; None if there was none."""

    def __init__(self, message: str, status: "int | None" = None):
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Approval:
    """Only `approved` is a yes. `args` are there if a person edited them, and are then those to run with."""

    approved: bool
    status: Status
    args: "dict[str, Any] | None" = None
    by: "str | None" = None
    message: "str | None" = None


@dataclass(frozen=True)
class Answer:
    """An answer, or how the question ended without one.

    `approved` is for decisions: anything but True is not a yes. `choice` and `choice_id` are lists if several
    could be chosen. `values` are the answers of a form, `args` the arguments of a tool if a person edited them.
    `by` is None if an answer was given automatically; `why` says why a question was withdrawn.
    """

    id: str
    status: Status
    approved: "bool | None" = None
    choice: "str | list[str] | None" = None
    choice_id: "str | list[str] | None" = None
    text: "str | None" = None
    values: "dict[str, Any] | None" = None
    args: "dict[str, Any] | None" = None
    comment: "str | None" = None
    by: "str | None" = None
    why: "str | None" = None


class Inbox:
    """An inbox, as one agent asks there.

    `url`, `key` and `channel` (an id or a name) are INBOX_URL, INBOX_API_KEY and INBOX_CHANNEL unless given;
    without a channel, it is the only one of the key. `session` is one run of the program, a random one unless
    given: an `id` names one question within it.
    """

    def __init__(
        self,
        url: "str | None" = None,
        key: "str | None" = None,
        *,
        channel: "str | None" = None,
        session: "str | None" = None,
        expires_in_seconds: int = _DAY_SECONDS,
    ):
        url = url or os.environ.get("INBOX_URL")
        key = key or os.environ.get("INBOX_API_KEY")
        if not url:
            raise InboxError("The URL of the inbox is missing: give `url`, or set INBOX_URL")
        if not url.lower().startswith(("http://", "https://")):
            raise InboxError(f"The URL of the inbox must begin with http:// or https://, not “{url}”")
        if not key:
            raise InboxError("The key is missing: give `key`, or set INBOX_API_KEY")
        if not key.startswith("hp_"):
            raise InboxError("`key` must be the key of an agent, which begins with hp_")
        self.session = session or str(uuid.uuid4())
        self._api = url.rstrip("/") + "/api/v1"
        self._key = key
        self._channel = channel or os.environ.get("INBOX_CHANNEL") or None
        self._expires_in_seconds = expires_in_seconds
        self._channel_id: "str | None" = None

    def approve(
        self,
        tool: str,
        args: "dict[str, Any]",
        *,
        description: "str | None" = None,
        id: "str | None" = None,
        hold: bool = False,
        editable: bool = False,
    ) -> Approval:
        """Asks whether a tool may run, and waits for the answer."""
        asked = self._ask_for(tool, args, description=description, id=id, hold=hold, editable=editable)
        return _approval_in(self._ended(asked))

    def _ask_for(
        self,
        tool: str,
        args: "dict[str, Any]",
        *,
        description: "str | None",
        id: "str | None",
        hold: bool,
        editable: bool,
    ) -> "dict[str, Any]":
        payload: "dict[str, Any]" = {"tool": tool, "input": args}
        if description is not None:
            payload["description"] = description
        if editable:
            payload["editable"] = True
        review = {"type": "permission", "payload": payload}
        return self._send(review, id=id, hold=hold, tool=tool)

    def ask(
        self,
        question: str,
        *,
        description: "str | None" = None,
        kind: "Kind | None" = None,
        options: "list[str | dict[str, Any]] | None" = None,
        multiple: bool = False,
        fields: "list[dict[str, Any]] | None" = None,
        id: "str | None" = None,
        hold: bool = False,
        wait: bool = True,
    ) -> Answer:
        """Asks a question, and waits for its answer unless `wait` is False.

        `kind` is `form` with `fields`, `choose` with `multiple`, or else `approve`. Options are labels, or
        dictionaries of `label`, `id`, `description` and `decision` (`allow` or `deny`).
        """
        review = _review_of(question, kind, options, multiple, fields)
        asked = self._send(review, id=id, hold=hold, text=description)
        return self._ended(asked) if wait else _answer_in(asked)

    def wait(self, id: str) -> Answer:
        """Waits until a question has ended, for hours if need be."""
        return self._ended(self._message(id))

    def withdraw(self, id: str, reason: "str | None" = None) -> Answer:
        """Withdraws a question that need not be answered any longer; people read the reason."""
        path = f"/reviews/{urllib.parse.quote(id, safe='')}"
        body = {} if reason is None else {"reason": reason}
        try:
            return _answer_in(self._request("POST", f"{path}/withdraw", body))
        except InboxError as error:
            # It has ended in another way.
            if error.status != 409:
                raise
            return _answer_in(self._message(id))

    def _message(self, id: str) -> "dict[str, Any]":
        message: "dict[str, Any]" = self._request("GET", f"/reviews/{urllib.parse.quote(id, safe='')}")
        return message

    def _send(
        self,
        review: "dict[str, Any]",
        *,
        id: "str | None",
        hold: bool,
        tool: "str | None" = None,
        text: "str | None" = None,
    ) -> "dict[str, Any]":
        # A call that has no id is repeated under its own when a response was lost.
        source = {"client": _program(), "session": self.session, "callId": id or str(uuid.uuid4())}
        if tool:
            source["tool"] = tool
        review = {**review, "expiresInSeconds": self._expires_in_seconds}
        if hold:
            review["hold"] = True
        message = {"channelId": self._find_channel(), "review": review, "metadata": {"source": source}}
        if text is not None:
            message["text"] = text
        sent: "dict[str, Any]" = self._request("POST", "/messages", message)
        return sent

    def _find_channel(self) -> str:
        if self._channel_id is None:
            channels = self._request("GET", "/agents?limit=200")
            wanted = self._channel
            found = [one for one in channels if one["id"] == wanted] or [
                one for one in channels if wanted is None or one["name"] == wanted
            ]
            if len(found) != 1:
                names = ", ".join(f"{one['name']} ({one['id']})" for one in channels) or "none"
                raise InboxError(
                    f"Give `channel`, or set INBOX_CHANNEL: the key has {names}"
                    if wanted is None
                    else f"The key has no channel “{wanted}”, or several: it has {names}"
                )
            self._channel_id = found[0]["id"]
        return self._channel_id

    def _ended(self, message: "dict[str, Any]") -> Answer:
        while message["review"]["status"] == "pending":
            message = self._waited(message)
        return _answer_in(message)

    def _waited(self, message: "dict[str, Any]") -> "dict[str, Any]":
        """Returns the message as it is after a while, or once its question has ended."""
        id, review = message["id"], message["review"]
        seconds = _HELD_WAIT_SECONDS if review.get("hold") else _LONGEST_WAIT_SECONDS
        query = urllib.parse.urlencode({"channel": message["channelId"], "timeout": seconds * 1000})
        path = f"/reviews/{urllib.parse.quote(id, safe='')}/wait?{query}"
        try:
            return self._request("GET", path, seconds=seconds).get("message") or message
        except InboxError as error:
            if error.status == 404:
                return {**message, "review": {**review, "status": "retracted"}}
            if _is_lasting(error) or time.time() > _seconds_of(review.get("expiresAt")):
                raise
            return message

    def _request(
        self,
        method: str,
        path: str,
        body: "dict[str, Any] | None" = None,
        *,
        seconds: float = 20,
    ) -> Any:
        """Sends a request again until it is answered. Each of them can be repeated: it then changes nothing."""
        give_up = time.time() + _PATIENCE_SECONDS
        pause = 0.25
        while True:
            wait = pause
            request = urllib.request.Request(
                self._api + path,
                None if body is None else json.dumps(body).encode(),
                {"authorization": f"Bearer {self._key}", "content-type": "application/json"},
                method=method,
            )
            try:
                with _opener.open(request, timeout=seconds + _GRACE_SECONDS) as response:
                    return _read(response.read(), self._api)
            except urllib.error.HTTPError as error:
                with error:
                    failure = InboxError(_fault_in(error), error.code)
                if _is_lasting(failure):
                    raise failure from None
                after = error.headers.get("retry-after") or ""
                wait = int(after) if after.isdigit() else pause
            except (OSError, http.client.HTTPException) as error:
                cause = getattr(error, "reason", None) or error
                failure = InboxError(f"The inbox can't be reached at {self._api}: {cause}")
            if time.time() + wait > give_up:
                raise failure
            time.sleep(wait)
            pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)


class AsyncInbox:
    """The inbox for asyncio: each request runs in a thread. A call that is cancelled withdraws its question."""

    def __init__(
        self,
        url: "str | None" = None,
        key: "str | None" = None,
        *,
        channel: "str | None" = None,
        session: "str | None" = None,
        expires_in_seconds: int = _DAY_SECONDS,
    ):
        self._inbox = Inbox(
            url, key, channel=channel, session=session, expires_in_seconds=expires_in_seconds
        )
        self.session = self._inbox.session

    async def approve(
        self,
        tool: str,
        args: "dict[str, Any]",
        *,
        description: "str | None" = None,
        id: "str | None" = None,
        hold: bool = False,
        editable: bool = False,
    ) -> Approval:
        """Asks whether a tool may run, and waits for the answer."""
        asked = await asyncio.to_thread(
            self._inbox._ask_for,
            tool,
            args,
            description=description,
            id=id,
            hold=hold,
            editable=editable,
        )
        return _approval_in(await self._answer_to(asked))

    async def ask(
        self,
        question: str,
        *,
        description: "str | None" = None,
        kind: "Kind | None" = None,
        options: "list[str | dict[str, Any]] | None" = None,
        multiple: bool = False,
        fields: "list[dict[str, Any]] | None" = None,
        id: "str | None" = None,
        hold: bool = False,
        wait: bool = True,
    ) -> Answer:
        """Asks a question, and waits for its answer unless `wait` is False."""
        review = _review_of(question, kind, options, multiple, fields)
        asked = await asyncio.to_thread(self._inbox._send, review, id=id, hold=hold, text=description)
        return await self._answer_to(asked) if wait else _answer_in(asked)

    async def wait(self, id: str) -> Answer:
        """Waits until a question has ended, for hours if need be."""
        return await self._ended(await asyncio.to_thread(self._inbox._message, id))

    async def withdraw(self, id: str, reason: "str | None" = None) -> Answer:
        """Withdraws a question that need not be answered any longer; people read the reason."""
        return await asyncio.to_thread(self._inbox.withdraw, id, reason)

    async def _answer_to(self, asked: "dict[str, Any]") -> Answer:
        try:
            return await self._ended(asked)
        except asyncio.CancelledError:
            reason = "The agent no longer waits"
            # The loop waits for its threads when it ends.
            asyncio.get_running_loop().run_in_executor(None, self._inbox.withdraw, asked["id"], reason)
            raise

    async def _ended(self, message: "dict[str, Any]") -> Answer:
        while message["review"]["status"] == "pending":
            message = await asyncio.to_thread(self._inbox._waited, message)
        return _answer_in(message)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key elsewhere, and make a POST a GET."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _is_lasting(error: InboxError) -> bool:
    return error.status is not None and error.status != 429 and error.status < 500


def _program() -> str:
    """People see the name of the program with each question."""
    return os.path.basename(sys.argv[0] if sys.argv else "")[:200] or "Python"


def _seconds_of(time_text: "str | None") -> float:
    if not time_text:
        return 0
    return datetime.fromisoformat(time_text.replace("Z", "+00:00")).timestamp()


def _read(body: bytes, api: str) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        raise InboxError(f"What answers at {api} is not an inbox: check INBOX_URL") from None


def _fault_in(error: urllib.error.HTTPError) -> str:
    """The inbox says what is wrong with which field."""
    moved = error.headers.get("location")
    if 300 <= error.code < 400 and moved:
        return f"The inbox is elsewhere: set INBOX_URL by {moved}"
    try:
        fault = json.loads(error.read())
        message, detail = fault.get("message"), fault.get("detail")
    except (ValueError, AttributeError, OSError, http.client.HTTPException):
        message = detail = None
    words = detail if message == "Validation failed" and detail else message
    if error.code == 401:
        return f"{words or 'The key is not valid'}. Check the key: INBOX_API_KEY"
    return words or f"The inbox answered with status {error.code}"


# Questions as the API has them.


def _review_of(
    title: str,
    kind: "Kind | None",
    options: "list[str | dict[str, Any]] | None",
    multiple: bool,
    fields: "list[dict[str, Any]] | None",
) -> "dict[str, Any]":
    listed = [
        {"id": str(place), **({"label": option} if isinstance(option, str) else option)}
        for place, option in enumerate(options or [], 1)
    ]
    kind = kind or ("form" if fields else "choose" if multiple else "approve")
    if kind == "form":
        return {"type": "form", "payload": {"title": title, "fields": fields or []}}
    if kind == "text":
        return {"type": "text-input", "payload": {"title": title}}
    if kind == "choose":
        mode = "multi" if multiple else "single"
        return {"type": "selection", "payload": {"title": title, "items": listed, "mode": mode}}
    if kind != "approve":
        raise InboxError(f"`kind` is approve, choose, form or text, not “{kind}”")
    payload: "dict[str, Any]" = {"title": title, "allowComment": True}
    if listed:
        payload["options"] = listed
    return {"type": "approval", "payload": payload}


# Answers.


def _answer_in(message: "dict[str, Any]") -> Answer:
    id, review = message["id"], message["review"]
    status, response = review["status"], review.get("response")
    if status == "retracted":
        return Answer(id, "retracted")
    if status == "withdrawn":
        return Answer(id, "withdrawn", why=(review.get("withdrawn") or {}).get("why"))
    if status != "completed" or not response:
        return Answer(id, "pending" if status == "pending" else "expired")
    parts: "dict[str, Any]" = {"by": (review.get("respondedBy") or {}).get("name")}
    if review["type"] in ("approval", "permission"):
        parts["approved"] = review.get("verdict") == "approved"
    if response.get("_dismissed") is not True:
        parts.update(_parts_of(review["type"], response, review["payload"]))
    return Answer(id, "answered", **parts)


def _parts_of(kind: str, response: "dict[str, Any]", payload: "dict[str, Any]") -> "dict[str, Any]":
    if kind == "permission":
        parts = {"args": response.get("input"), "comment": response.get("message")}
        if response.get("choice") is not None:
            parts.update(_choice_in(payload.get("choices"), response["choice"]))
        return parts
    if kind == "approval":
        chosen = _choice_in(payload.get("options"), response.get("selectedOption"))
        return {**chosen, "comment": response.get("comment")}
    if kind == "selection":
        each = [_choice_in(payload.get("items"), id) for id in response.get("selectedIds") or []]
        if payload.get("mode") != "multi":
            return each[0] if each else {}
        return {name: [one[name] for one in each] for name in ("choice", "choice_id")}
    if kind == "text-input":
        return {"text": response.get("text")}
    return {"values": response}


def _choice_in(options: Any, id: Any) -> "dict[str, Any]":
    for option in options if isinstance(options, list) else []:
        if isinstance(option, dict) and option.get("id") == id:
            return {"choice": option.get("label", id), "choice_id": id}
    return {"choice": id, "choice_id": id}


_refusals = {
    "expired": "Nobody answered in time. This is not a yes.",
    "withdrawn": "The question is no longer asked. This is not a yes.",
    "retracted": "The question was deleted. This is not a yes.",
    "pending": "Nobody has answered yet. This is not a yes.",
}


def _approval_in(answer: Answer) -> Approval:
    if answer.approved:
        return Approval(True, answer.status, answer.args, answer.by)
    return Approval(False, answer.status, None, answer.by, _refusal_in(answer))


def _refusal_in(answer: Answer) -> str:
    if answer.status != "answered":
        return _refusals[answer.status]
    return answer.comment or (f"Denied by {answer.by}." if answer.by else "Denied.")
