import type { Command } from "commander";
import packageJson from "../../../package.json" with { type: "json" };
import { invalidField } from "../../base/contract/fail.ts";
import { openAnswer } from "../box/api.ts";
import { type BoxFlags, boxOfFlags } from "../box/box-flags.ts";
import { withSiteFlags } from "../box/site.ts";

/** `gatehouse mcp`: for programs that start MCP servers; standard output has nothing but the protocol. */
export function addMcpCommand(program: Command): void {
  const command = program
    .command("mcp")
    .description("serve MCP on standard input and output; the box carries out the calls")
    .option(
      "--key-file <file>",
      "file with an API key in its first line; the agent may do what it may",
    )
    .option("--url <address>", "address of the box; this machine's when absent")
    .option("--ca-file <file>", "the box's certificate authority (gatehouse tls ca prints it)")
    .option(
      "--areas <a,b>",
      "areas whose tools the agent gets, such as surveillance,robots; all when absent",
    );
  withSiteFlags(command).action(serve);
}

async function serve({ areas, ...flags }: BoxFlags & { areas?: string }): Promise<void> {
  if (areas !== undefined && !/^[a-z]+(,[a-z]+)*$/.test(areas))
    throw invalidField("--areas", "is not a list of areas. Write it like surveillance,robots");
  const box = await boxOfFlags(flags, "viewer or operator");
  const path = areas === undefined ? "/mcp" : `/mcp?areas=${areas}`;
  const accept = "application/json, text/event-stream";
  // Loaded here: the SDK takes longer than most commands.
  const { relayStdio } = await import("../../adapters/mcp/stdio-relay.ts");
  await relayStdio({
    version: packageJson.version,
    input: process.stdin,
    output: process.stdout,
    async post(text, signal) {
      const answer = await openAnswer(box, path, { method: "POST", text, accept, signal });
      const contentType = answer.headers["content-type"] ?? "";
      return { status: answer.statusCode ?? 0, contentType, body: answer };
    },
  });
}
