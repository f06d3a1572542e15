import { plural } from "../plural.ts";
import type { cameras as source } from "../en/cameras.ts";

/** Cameras and their pictures. */
export const cameras: typeof source = {
  add: "添加摄像机",
  nothing: "尚无摄像机。",
  annotated: "显示检测结果",
  pictureOf: "{name} 的画面",
  still: "静态画面",
  live: "实时",
  every: "所有摄像机",
  rate: "{rate} fps",
  open: plural({ other: "{count} 个未结事件" }),
  states: {
    connecting: "正在连接",
    watching: "在线",
    degraded: "在线，检测正在重启",
    offline: "离线，正在重新连接",
    ended: "已结束",
  },
  allIncidents: "查看全部",
  address: "地址",
  picture: "画面",
  received: "输入帧率",
  looked: "已分析",
  dropped: "跳过的帧",
  model: "模型",
  recording: "录像",
  recordings: {
    incidents: "事件",
    continuous: "连续",
    off: "关闭",
  },
  asPictures: "浏览器以图片代替视频显示。",
  masks: "隐私遮罩",
  masked: plural({ other: "已遮盖 {count} 个区域。" }),
  transcoded: "设备会重新编码录像以应用遮罩。",
  remove: "移除摄像机…",
};
