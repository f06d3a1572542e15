import type { overview as source } from "../en/overview.ts";

/** The first view. */
export const overview: typeof source = {
  up: "已运行 {time}",
  firstTitle: "尚无摄像机",
  firstText: "添加摄像机并在画面上绘制区域，之后设备会报告事件。",
  ofAll: "{some} / {all}",
  online: "在线",
  queued: "{count} 个排队",
  uplink: "外部连接",
  reachable: "服务可用",
  noUplink: "未配置（可选）",
  disk: "磁盘",
  memory: "内存",
  free: "可用",
  temperature: "温度",
  noSensor: "无传感器",
  mode: "站点模式",
  modeHint: "规则可以限定于特定模式。",
  nextMode: "{time} 起{mode}",
};
