// Receives webhooks and accepts only those with a valid signature. Put a proxy with a certificate in front
// of it, because the box delivers over https only.
// WEBHOOK_SECRET=… PORT=8600 node examples/receive-webhook.js
import { createServer } from "node:http";
import { verifyWebhook, WebhookVerificationError } from "@gatehouse/client";

const { WEBHOOK_SECRET: secret, PORT: port = "8600" } = process.env;
const largest = 1024 * 1024;
/** The same event may arrive more than once, so the program remembers the newest thousand. */
const seen = new Set();

const server = createServer(async (request, response) => {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > largest) return request.destroy();
    chunks.push(chunk);
  }
  try {
    const event = await verifyWebhook(Buffer.concat(chunks), request.headers, secret);
    // Answer first, work afterwards: the box waits 15 seconds at most.
    response.writeHead(204).end();
    if (seen.has(event.id)) return;
    seen.add(event.id);
    if (seen.size > 1000) seen.delete(seen.values().next().value);
    console.log(`${event.type} ${event.data.job?.id ?? event.data.incident?.id ?? ""}`.trim());
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.error(`refused: ${error.code}`);
    response.writeHead(400).end();
  }
});
server.listen(Number(port), "127.0.0.1", () =>
  console.log(`listening on ${server.address().port}`),
);
