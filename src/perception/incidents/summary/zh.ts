import type { Phrases } from "./phrases.ts";

/** Nouns are counted with a measure word. */
function measured(name: string, measure: string) {
  const form = `${measure}${name}`;
  return { who: `一${form}`, counted: { one: form, other: form } };
}

/** Chinese, simplified. */
export const zh: Phrases = {
  motion: "移动物体",
  unknown: (label) => `一个物体（${label}）`,
  objects: { one: "个物体", other: "个物体" },
  nouns: {
    person: measured("人员", "名"),
    car: measured("汽车", "辆"),
    truck: measured("卡车", "辆"),
    bus: measured("公交车", "辆"),
    bicycle: measured("自行车", "辆"),
    motorcycle: measured("摩托车", "辆"),
    dog: measured("狗", "只"),
    cat: measured("猫", "只"),
    backpack: measured("背包", "个"),
    handbag: measured("手提包", "个"),
    suitcase: measured("行李箱", "个"),
  },
  inZone: (name) => `区域“${name}”内`,
  inPicture: "画面中",
  atSite: (sentence, site) => `${site}：${sentence}`,
  stop: "。",
  phrases: {
    intrusion: ({ who, where }) => `${where}发现${who}`,
    loitering: ({ who, where, lasting }) => `${who}在${where}停留了${lasting}`,
    line_crossing: ({ who, zone, isBack }) =>
      `${who}从${isBack ? "b侧到a侧" : "a侧到b侧"}越过了线“${zone}”`,
    wrong_direction: ({ who, where }) => `${who}在${where}逆行`,
    crowding: ({ counted, where }) => `${where}同时有${counted}`,
    speeding: ({ who, where }) => `${who}在${where}速度过快`,
    running: ({ who, where }) => `${who}在${where}奔跑`,
    stopped_vehicle: ({ who, where, lasting }) => `${who}在${where}停放了${lasting}`,
    proximity: ({ all, where }) => `${where}距离过近：${all}`,
    video_loss: ({ lasting }) => `摄像机已有${lasting}没有画面`,
    ppe_missing: ({ classes, where }) => `${where}有人未佩戴防护装备（${classes}）`,
    fall: ({ who, where }) => `${who}在${where}跌倒`,
    abandoned_object: ({ where, lasting }) => `${where}有遗留物，已有${lasting}`,
    removed_object: ({ where }) => `${where}有物品被移走`,
    "camera_tamper.covered": () => "摄像机被遮挡，或现场完全黑暗",
    "camera_tamper.defocused": () => "摄像机画面失焦",
    "camera_tamper.moved": () => "摄像机被移动，画面与平时不同",
    anomaly: ({ details }) =>
      `此时段异常：${details["feature"]}为${details["value"]}，预期为${details["low"]}至${details["high"]}`,
    model_corrupt: ({ zone, details }) =>
      `模型 ${zone} 的文件已损坏：校验和不符。${details["set_aside_as"] ? `文件已另存为 ${details["set_aside_as"]}。` : ""}已加载的模型继续运行，请在下次重启前重新安装`,
  },
  other: (type, { who, where }) => `${type}：${where}${who}`,
  features: {
    count: "可见目标数量",
    arrivals: "每分钟新出现的目标数",
    dwell: "最长停留时间（秒）",
    speed: "最高速度（画面宽度/秒）",
    size: "最大目标占画面的百分比",
    motion: "画面中运动部分的百分比",
  },
};
