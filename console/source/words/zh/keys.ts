import type { keys as source } from "../en/keys.ts";

/** API keys and the audit log. */
export const keys: typeof source = {
  add: "新建密钥",
  preset: "角色",
  presets: {
    viewer: "查看者：仅查看",
    operator: "操作员：确认、取消、指挥机器人",
    technician: "技术员：配置站点",
    integrator: "集成：所有服务，不含机器人",
    admin: "管理员：全部权限，包括密钥",
    custom: "自定义",
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
  networks: "允许的网络",
  networksHint: "如 192.168.10.0/24，用逗号分隔。留空：所有网络。",
  secretOnce: "这是密钥。页面只显示一次。",
  lastUsed: "上次使用",
  states: {
    active: "有效",
    expired: "已过期",
    revoked: "已吊销",
  },
  revoke: "吊销",
  roll: "更换",
  rollHint: "旧密钥一天内仍有效。",
  thisOne: "当前会话",
  audit: "审计日志",
  when: "时间",
  who: "用户",
  from: "地址",
  what: "操作",
  outcome: "结果",
};
