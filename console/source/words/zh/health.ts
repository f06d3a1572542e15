import type { health as source } from "../en/health.ts";

/** Coverage of the cameras and health of the box. */
export const health: typeof source = {
  coverage: "覆盖率",
  coverageHint: "每台摄像机每小时的观察比例，以及每个缺口的原因。",
  range: "时间",
  day: "一天",
  week: "一周",
  stream: "摄像机",
  observed: "覆盖率",
  notObserved: "缺口",
  why: "缺口原因",
  reasons: {
    source_down: "摄像机离线",
    frozen: "画面冻结",
    detector_down: "检测器停止",
    undecodable: "解码失败",
    overload: "设备过载",
    stopped: "流已停止",
    box_off: "设备关闭",
  },
  noCoverage: "尚无覆盖率数据。",
  machine: "设备",
  machineHint: "自设备启动起每分钟一个值，最多一天。仅保存在内存中。",
  disk: "可用磁盘",
  memory: "可用内存",
  load: "负载",
  temperature: "温度",
  queue: "等待的作业",
  online: "在线摄像机",
  notTold: "本机不提供。",
  chartLabel: "{name}：{first} 至 {last}，当前 {now}",
};
