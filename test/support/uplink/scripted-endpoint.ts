import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** A request as the endpoint saw it. */
export interface ScriptedRequest {
  /** All texts of the messages. */
  text: string;
  /** Data URLs of the pictures. */
  pictures: string[];
}

/**
 * A model endpoint in the format of OpenAI's chat completions whose answers a test writes: for what must be
 * right or wrong in its content. The stand-in of `mock-cloud` is for all else.
 */
export async function startScriptedEndpoint(
  t: Pick<TestContext, "after">,
  answers: unknown[],
): Promise<{ url: string; requests: ScriptedRequest[] }> {
  const requests: ScriptedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { messages: Message[] };
      requests.push(seenOf(body.messages));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      const content = typeof answer === "string" ? answer : JSON.stringify(answer);
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          id: "chatcmpl-1",
          object: "chat.completion",
          created: 1,
          model: "scripted",
          choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

interface Message {
  content: string | Content[];
}

interface Content {
  text?: string;
  image_url?: { url: string };
}

function seenOf(messages: readonly Message[]): ScriptedRequest {
  const parts = messages.flatMap(({ content }): Content[] =>
    typeof content === "string" ? [{ text: content }] : content,
  );
  return {
    text: parts.map(({ text = "" }) => text).join("\n"),
    pictures: parts.flatMap(({ image_url: image }) => (image ? [image.url] : [])),
  };
}
