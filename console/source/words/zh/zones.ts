import type { zones as source } from "../en/zones.ts";

/** The drawing of zones. */
export const zones: typeof source = {
  edit: "绘制区域",
  drawing: "画面上的区域",
  tools: "工具",
  list: "区域列表",
  kinds: {
    area: "区域",
    line: "界线",
    mask: "隐私遮罩",
  },
  inMiddle: "在中央添加",
  howArea: "拖出一个矩形，或逐个点击角点，最后再点第一个。",
  howLine: "拖出一条线，或点击两个端点。",
  howChange:
    "拖动角点或整个形状。键盘：方向键移动角点（Shift：更快，Alt：更慢），+ 添加角点，Delete 删除。",
  corner: "{name} 的第 {number} 个角点：距左 {x}%，距上 {y}%",
  nothing: "尚无区域。",
  remove: "移除 {name}",
  alertEnter: "有目标进入时产生事件",
  alertCross: "有目标越线时产生事件",
  problems: {
    crosses: "{name}：各边不能相交。",
    few: "{name}：请添加更多角点。",
    name: "请输入由字母和数字组成的名称。",
    twice: "{name}：此名称已被使用。",
  },
};
