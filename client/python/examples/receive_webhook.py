"""Receives webhook deliveries behind a TLS proxy: WEBHOOK_SECRET=… python3 receive_webhook.py 8080"""

import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from gatehouse import WebhookVerificationError, verify_webhook


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify_webhook(body, dict(self.headers.items()), os.environ["WEBHOOK_SECRET"])
            print(event["type"], event["id"], flush=True)
            self.send_response(204)
        except WebhookVerificationError as error:
            print(error.code, flush=True)
            self.send_response(400)
        self.end_headers()


HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
