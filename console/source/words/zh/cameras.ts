import { plural } from "../plural.ts";
import type { cameras as source } from "../en/cameras.ts";

/** Cameras and their pictures. */
export const cameras: typeof source = {
  add: "添加摄像机",
  nothing: "尚未监看任何摄像机。",
  annotated: "显示检测结果",
  pictureOf: "{name} 的画面",
  still: "静态画面",
  every: "所有摄像机",
  rate: "每秒 {rate} 帧",
  open: plural({ other: "{count} 个未结事件" }),
  states: {
    connecting: "正在连接",
    watching: "监看中",
    degraded: "有视频；检测正在重新启动",
    offline: "无视频；设备正在不断重试",
    ended: "已结束",
  },
  allIncidents: "全部",
  address: "地址",
  picture: "画面",
  received: "接收",
  looked: "已分析",
  dropped: "跳过",
  model: "模型",
  recording: "录像",
  recordings: {
    incidents: "事件",
    continuous: "全天",
    off: "不录像",
  },
  asPictures: "以图片代替视频显示。",
  masks: "隐私遮罩",
  masked: plural({ other: "已遮盖 {count} 个区域。" }),
  transcoded: "录像为此重新编码。",
  remove: "停止监看",
};
