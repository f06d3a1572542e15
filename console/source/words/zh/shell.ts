import type { shell as source } from "../en/shell.ts";

/** The frame around every view. */
export const shell: typeof source = {
  skip: "跳到内容",
  menu: "菜单",
  navigation: "主导航",
  signOut: "退出登录",
  language: "语言",
  live: "已连接",
  connecting: "连接已断开，正在重试…",
  offline: "未连接",
  notFound: "找不到页面。",
  toOverview: "前往概览",
  firstKey: "这是设备的第一个密钥。请立即保存：页面只显示一次。",
  synthetic: "演示视频：软件循环播放绘制的场景。检测方式与真实摄像机相同。",
  placeholders: "生成的图片和文本是占位内容：本设备使用替代服务，而非真实的模型服务。",
  watch: "监控",
  move: "机器人",
  make: "自动化",
  box: "系统",
};
