#!/usr/bin/env python3
"""A product's side of Fairseat with nothing but Python: ask the API, verify webhooks.

    python3 fairseat.py can CUSTOMER_ID FEATURE     open, closed or unknown
    python3 fairseat.py listen PORT                 receives webhooks at /webhooks/fairseat

Settings: FAIRSEAT_URL, FAIRSEAT_API_KEY, and for listen FAIRSEAT_WEBHOOK_SECRET.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TIMEOUT_SECONDS = 3
TOLERANCE_SECONDS = 5 * 60
MAX_BODY_BYTES = 100_000


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is for one address: Python would send it along."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirect)


def get_customer(customer_id):
    """The state of a customer, or None if there is no such customer."""
    path = "/api/v1/customers/" + urllib.parse.quote(customer_id, safe="")
    request = urllib.request.Request(
        os.environ["FAIRSEAT_URL"].rstrip("/") + path,
        headers={"Authorization": "Bearer " + os.environ["FAIRSEAT_API_KEY"]},
    )
    try:
        with opener.open(request, timeout=TIMEOUT_SECONDS) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        # Any server says 404, also one that is not Fairseat: only this code means that there is no such customer.
        if error.code == 404 and read_code(error) == "unknown-customer":
            return None
        raise


def read_code(error):
    try:
        return json.load(error).get("code")
    except (ValueError, AttributeError):
        return None


def can(customer_id, feature):
    """True, False, or None: Fairseat does not answer. Keep the last state you know, and decide what to do without one."""
    try:
        customer = get_customer(customer_id)
        return customer is not None and feature in customer["features"]
    except urllib.error.HTTPError as error:
        # A wrong key is a mistake in the settings: say so loudly.
        if error.code in (401, 403):
            raise
        return None
    except (OSError, ValueError, KeyError):
        return None


def verify_webhook(headers, body, secrets):
    """The event, if one of the secrets signed exactly these bytes within five minutes (Standard Webhooks); else None."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return None
    signed = message_id.encode() + b"." + timestamp.encode() + b"." + body
    shown = [part[3:] for part in headers.get("webhook-signature", "").split() if part.startswith("v1,")]
    for secret in secrets:
        key = base64.b64decode(secret[len("whsec_"):] if secret.startswith("whsec_") else secret)
        expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature.encode()) for signature in shown):
            return json.loads(body)
    return None


class Webhooks(BaseHTTPRequestHandler):
    # By customer. A real product has a database, and asks it instead of the API.
    states = {}

    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        if self.path != "/webhooks/fairseat" or length > MAX_BODY_BYTES:
            return self.respond(404)
        secrets = os.environ["FAIRSEAT_WEBHOOK_SECRET"].split(",")
        event = verify_webhook(self.headers, self.rfile.read(length), secrets)
        if event is None:
            return self.respond(400)
        state = event["data"]
        known = self.states.get(state["id"])
        # Events may come twice, or one after another that is newer.
        if known is None or state["version"] > known["version"]:
            self.states[state["id"]] = state
            print(state["id"], "version", state["version"], *state["features"], flush=True)
        self.respond(204)

    def respond(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "can":
        answer = can(arguments[1], arguments[2])
        print({True: "open", False: "closed", None: "unknown"}[answer])
    elif len(arguments) == 2 and arguments[0] == "listen":
        server = ThreadingHTTPServer(("127.0.0.1", int(arguments[1])), Webhooks)
        print("Listening at http://127.0.0.1:%d/webhooks/fairseat" % server.server_port, flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
