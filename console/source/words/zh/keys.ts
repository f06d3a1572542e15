import type { keys as source } from "../en/keys.ts";

/** API keys and the audit log. */
export const keys: typeof source = {
  add: "新建密钥",
  preset: "权限",
  presets: {
    viewer: "仅查看",
    operator: "值班：确认、取消、派遣机器人",
    technician: "安装站点",
    integrator: "程序：所有服务，不含机器人",
    admin: "全部，包括密钥",
    custom: "自选权限",
  },
  rights: "权限",
  expires: "到期",
  lives: {
    day: "一天后",
    month: "30 天后",
    year: "一年后",
    never: "永不",
  },
  expiresHint: "最晚与您登录所用的密钥同时到期。",
  networks: "网络",
  networksHint: "可使用的网段，如 192.168.10.0/24；多个用逗号分隔，留空则不限。",
  secretOnce: "这是密钥，仅显示这一次。",
  lastUsed: "上次使用",
  states: {
    active: "有效",
    expired: "已过期",
    revoked: "已吊销",
  },
  revoke: "吊销",
  roll: "更换",
  rollHint: "旧密钥一天内仍有效。",
  thisOne: "当前登录",
  audit: "审计日志",
  when: "时间",
  who: "操作者",
  from: "来源",
  what: "操作",
  outcome: "结果",
};
