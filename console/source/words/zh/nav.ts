import type { nav as source } from "../en/nav.ts";

/** Names of the views. */
export const nav: typeof source = {
  overview: "概览",
  cameras: "摄像机",
  incidents: "事件",
  policies: "规则",
  robots: "机器人",
  jobs: "任务",
  media: "媒体",
  voice: "语音",
  health: "健康状况",
  webhooks: "网络回调",
  keys: "密钥",
  configuration: "配置",
  doctor: "诊断",
};
