import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** Revision of the protocol that a client speaks: the present one, or the last with a handshake. */
export type Era = "2026-07-28" | "2025-11-25";

/** Connects the SDK's own client to `/mcp` of the box at `url`; close it. */
export async function connectAgent(
  url: string,
  key: string,
  { era = "2025-11-25", areas }: { era?: Era; areas?: string } = {},
): Promise<Client> {
  const negotiation = era === "2026-07-28" ? { mode: { pin: era } } : { mode: "legacy" as const };
  const client = new Client({ name: "agent", version: "1" }, { versionNegotiation: negotiation });
  const address = new URL(`/mcp${areas === undefined ? "" : `?areas=${areas}`}`, url);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  return client;
}

/** What a tool answered: the API's answer, and where its texts come from. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
  provenance: { fields_from_outside: string[]; names_from_outside: string[] };
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  answer: any;
}

/** Calls a tool that answers with JSON. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolAnswer> {
  const {
    content,
    structuredContent,
    isError = false,
  } = await client.callTool({
    name,
    arguments: args,
  });
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  return {
    ...(structuredContent as unknown as Omit<ToolAnswer, "text" | "isError">),
    text,
    isError,
  };
}
