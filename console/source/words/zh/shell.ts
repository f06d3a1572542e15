import type { shell as source } from "../en/shell.ts";

/** The frame around every view. */
export const shell: typeof source = {
  skip: "跳到内容",
  menu: "菜单",
  navigation: "主导航",
  signOut: "退出登录",
  language: "语言",
  live: "实时",
  connecting: "正在连接设备…",
  offline: "未连接",
  notFound: "没有这个页面。",
  toOverview: "前往概览",
  firstKey: "这是设备的第一个密钥。请立即保存，它只显示这一次：",
  synthetic:
    "画面是合成的：由软件摄像机循环播放的绘制场景。其中的检测结果由监看真实摄像机的同一代码得出。",
  placeholders: "生成的图片和文字仅为占位：本设备连接的是模型服务的替身，没有任何模型生成过内容。",
  watch: "监看",
  move: "移动",
  make: "制作",
  box: "设备",
};
