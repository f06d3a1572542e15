import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Appliance, repoDir, startAppliance } from "../../support/box/appliance.ts";
import { callTool, connectAgent } from "../../support/mcp/agent.ts";

let box: Appliance;
let dir = "";
before(async () => {
  dir = await mkdtemp(join(tmpdir(), "gatehouse-mcp-"));
  box = await startAppliance();
  await writeFile(join(dir, "key"), `${box.key}\n`, { mode: 0o600 });
});
after(async () => {
  await box.stop();
  await rm(dir, { recursive: true, force: true });
});

/** `gatehouse mcp` as a program for agents starts it. */
async function connectStdio(era: "2026-07-28" | "2025-11-25", ...more: string[]): Promise<Client> {
  const versionNegotiation =
    era === "2026-07-28" ? { mode: { pin: era } } : { mode: "legacy" as const };
  const client = new Client({ name: "host", version: "1" }, { versionNegotiation });
  const transport = new StdioClientTransport({
    command: join(repoDir, "scripts/gatehouse"),
    args: ["mcp", "--url", box.url, "--key-file", join(dir, "key"), ...more],
    stderr: "pipe",
  });
  await client.connect(transport);
  return client;
}

test("the SDK's client works with the box over HTTP and over stdio, by both kinds of handshake", async () => {
  const seen: string[] = [];
  for (const era of ["2026-07-28", "2025-11-25"] as const) {
    for (const client of [await connectAgent(box.url, box.key, { era }), await connectStdio(era)]) {
      const { tools } = await client.listTools();
      seen.push(tools.map(({ name }) => name).join(" "));
      const { answer } = await callTool(client, "listStreams", { limit: 2 });
      assert.equal(answer.data.object, "list");
      const source = { type: "rtsp", url: "rtsp://127.0.0.1:9/none" };
      const made = await callTool(client, "createStream", { body: { source } });
      const id = made.answer.data.job_id as string;
      const heard: unknown[] = [];
      const abort = new AbortController();
      const wait = client.callTool(
        { name: "waitForJob", arguments: { job_id: id, timeout_seconds: 120 } },
        {
          signal: abort.signal,
          onprogress(progress) {
            heard.push(progress);
            abort.abort();
          },
        },
      );
      await assert.rejects(wait);
      assert.equal(heard.length, 1);
      const { contents } = await client.readResource({
        uri: "gatehouse://api/surveillance/streams",
      });
      assert.equal(contents[0]?.mimeType, "application/json");
      const ended = await callTool(client, "cancelJob", { job_id: id });
      assert.equal(ended.isError, false, ended.text);
      await client.close();
    }
  }
  assert.equal(new Set(seen).size, 1);
});

test("over stdio areas narrow the tools, and a wrong key is told in the box's words", async () => {
  const client = await connectStdio("2025-11-25", "--areas", "robots");
  const { tools } = await client.listTools();
  assert.ok(
    tools.length > 0 && tools.every(({ description }) => description!.endsWith("Area: robots")),
  );
  await client.close();
  await writeFile(join(dir, "key"), "svk_wrong\n");
  const stranger = await connectStdio("2025-11-25");
  await assert.rejects(stranger.listTools(), /API key/);
  await stranger.close();
});
