import type { voice as source } from "../en/voice.ts";
import { plural } from "../plural.ts";

/** Voice agents and their conversations. */
export const voice: typeof source = {
  hint: "代理通过实时服务商在浏览器、电话或房间中与人交谈。请通过 API 创建。",
  agents: "语音代理",
  noAgents: "尚无语音代理。",
  voice: "声音",
  language: "语言",
  provider: "服务商",
  anyProvider: "每次对话时选择",
  greeting: "问候语",
  greetingByName: "默认，含其名称",
  prompt: "系统提示",
  canSpeak: "可用",
  cannotSpeak: "不可用",
  unlisted: "未知声音",
  talking: plural({ other: "{count} 场对话进行中" }),
  hear: "播放问候语",
  greetingOf: "{name} 的问候语",
  spokenBy: "由 {name} 朗读",
  unheard: "作业没有产生声音。原因见作业。",
  conversations: "对话",
  noConversations: "尚无对话。",
  asked: "创建时间",
  agent: "代理",
  took: "时长",
  outcome: "结果",
  agentDeleted: "代理已删除。",
  statuses: {
    created: "未开始",
    active: "对话中",
    completed: "已完成",
    failed: "失败",
    expired: "已过期",
  },
};
