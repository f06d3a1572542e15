import type { ApplianceContext } from "../appliance-options.ts";
import { SdkProtocol } from "../adapters/mcp/sdk-protocol.ts";
import type { Module, Start } from "../module.ts";
import { mcpRoute } from "./routes/mcp.ts";

/** Language model agents over MCP, where the site has it on. */
export async function startMcp(_start: Start, needs: ApplianceContext): Promise<Module> {
  const { config, version, log } = needs;
  const { enabled, administration } = config.mcp;
  if (!enabled) return { parts: {} };
  const protocol = new SdkProtocol({ version, log });
  return {
    parts: {},
    routes: (http) => [mcpRoute({ protocol, withAdministration: administration }, http)],
  };
}
