import type { health as source } from "../en/health.ts";

/** Coverage of the cameras and health of the box. */
export const health: typeof source = {
  coverage: "覆盖率",
  coverageHint: "每小时实际观察的比例，以及未观察的原因。",
  range: "时间",
  day: "一天",
  week: "一周",
  stream: "摄像头",
  observed: "已观察",
  notObserved: "未观察",
  why: "原因",
  reasons: {
    source_down: "摄像头离线",
    frozen: "画面冻结",
    detector_down: "检测器停止",
    undecodable: "无法解码",
    overload: "盒子过载",
    stopped: "流已停止",
    box_off: "盒子关闭",
  },
  noCoverage: "尚无统计。",
  machine: "盒子",
  machineHint: "自启动以来逐分钟，最多一天；仅保存在内存中。",
  disk: "可用磁盘",
  memory: "可用内存",
  load: "负载",
  temperature: "温度",
  queue: "等待的作业",
  online: "在线摄像头",
  notTold: "本机未提供。",
  chartLabel: "{name}：{first} 至 {last}，当前 {now}",
};
