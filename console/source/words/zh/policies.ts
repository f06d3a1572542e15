import { plural } from "../plural.ts";
import type { policies as source } from "../en/policies.ts";

/** Policies: stored rules. */
export const policies: typeof source = {
  add: "添加规则",
  nothing: "尚无规则。各摄像机还会监看自身设定的内容。",
  holds: "生效中",
  rests: "暂不生效",
  off: "已停用",
  switchOn: "启用",
  switchOff: "停用",
  tryLastHour: "用最近一小时试运行",
  wouldRaise: plural({ other: "本会产生 {count} 个事件。" }),
  recorded: "已观察并保存：{time}",
  cooldown: "之后静默秒数",
  modes: "仅在以下模式",
  modesHint: "不选则在所有模式下生效。",
  modeNames: {
    armed: "布防",
    home: "在场",
    disarmed: "撤防",
  },
  enabled: "启用此规则",
  schedule: "时间安排",
  allTimes: "全天候",
  timeZone: "时区",
  addWindow: "添加时段",
  window: "时段 {number}",
  from: "从",
  to: "到",
};
