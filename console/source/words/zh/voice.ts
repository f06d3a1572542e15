import type { voice as source } from "../en/voice.ts";
import { plural } from "../plural.ts";

/** Voice agents and their conversations. */
export const voice: typeof source = {
  hint: "语音代理通过实时服务商与人交谈：在浏览器、电话或房间中。它们通过 API 创建。",
  agents: "语音代理",
  noAgents: "还没有语音代理。",
  voice: "声音",
  language: "语言",
  provider: "服务商",
  anyProvider: "每次对话时选择",
  greeting: "问候语",
  greetingByName: "由名称生成",
  prompt: "给它的设定",
  canSpeak: "可以说话",
  cannotSpeak: "现在不能说话",
  unlisted: "设备不认识此声音",
  talking: plural({ other: "{count} 场对话进行中" }),
  hear: "试听问候语",
  greetingOf: "{name} 的问候语",
  spokenBy: "由 {name} 朗读",
  unheard: "任务没有产生声音；原因见任务。",
  conversations: "对话",
  noConversations: "还没有对话。",
  asked: "请求时间",
  agent: "代理",
  took: "时长",
  outcome: "结果",
  agentDeleted: "该代理已删除。",
  statuses: {
    created: "未开始",
    active: "对话中",
    completed: "已完成",
    failed: "失败",
    expired: "已过期",
  },
};
