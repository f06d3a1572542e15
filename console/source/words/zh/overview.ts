import type { overview as source } from "../en/overview.ts";

/** The first view. */
export const overview: typeof source = {
  up: "已运行 {time}",
  firstTitle: "本设备尚未监看任何内容",
  firstText: "添加摄像机，在画面上绘制区域，首个事件就会自动出现。",
  ofAll: "{some} / {all}",
  online: "在线",
  queued: "{count} 个等待",
  uplink: "外部连接",
  reachable: "服务可用",
  noUplink: "未设置；设备可独立工作",
  disk: "磁盘",
  memory: "内存",
  free: "可用",
  temperature: "温度",
  noSensor: "无传感器",
  mode: "站点模式",
  modeHint: "规则可以只在某些模式下生效。",
  nextMode: "{time} 起{mode}",
};
