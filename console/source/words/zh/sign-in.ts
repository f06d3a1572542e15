import type { signIn as source } from "../en/sign-in.ts";

/** The sign-in. */
export const signIn: typeof source = {
  title: "登录",
  label: "API 密钥或设置码",
  help: "新设备启动时会显示设置码，演示会显示密钥。否则运行：{command}",
  button: "登录",
  over: "会话已过期，请重新登录。",
  maybeStillIn: "无法连接设备。此浏览器可能仍处于登录状态。",
  keyName: "新密钥的名称",
  keyNameHint: "设置码会为您创建密钥。审计日志中显示此名称。",
};
