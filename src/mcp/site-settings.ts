import { flag, section } from "../base/settings/fields.ts";

/** Agents that speak MCP. On by default: without a key it answers nothing, and it adds no right to a key. */
export const mcpSetting = section(
  "Language model agents over MCP, at /mcp; docs/integration/mcp.md",
  "restart",
  {
    enabled: flag({
      title:
        "Answer MCP clients that have a key. They get tools and resources for what the key may do",
      default: true,
    }),
    administration: flag({
      title:
        "Offer the tools that administer the box, its keys and its webhooks, too, to keys that may. Text from outside can mislead an agent, so these tools are off by default",
      default: false,
    }),
  },
);
