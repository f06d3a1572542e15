import { plural } from "../plural.ts";
import type { policies as source } from "../en/policies.ts";

/** Policies: stored rules. */
export const policies: typeof source = {
  add: "添加规则",
  nothing: "尚无规则。摄像机也有自己的检测规则。",
  holds: "生效",
  rests: "未生效（时间表）",
  off: "已停用",
  switchOn: "启用",
  switchOff: "停用",
  tryLastHour: "用最近一小时测试",
  wouldRaise: plural({ other: "本会产生 {count} 个事件。" }),
  recorded: "已用 {time}的录制轨迹测试",
  cooldown: "冷却时间（秒）",
  modes: "限定模式",
  modesHint: "不选：所有模式。",
  modeNames: {
    armed: "布防",
    home: "在场",
    disarmed: "撤防",
  },
  enabled: "已启用",
  schedule: "时间表",
  allTimes: "始终",
  timeZone: "时区",
  addWindow: "添加时段",
  window: "时段 {number}",
  from: "从",
  to: "到",
};
