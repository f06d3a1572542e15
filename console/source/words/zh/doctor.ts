import type { doctor as source } from "../en/doctor.ts";

/** The doctor; what it finds is said by `findings.ts`. */
export const doctor: typeof source = {
  hint: "检查设备、磁盘、网络、程序、模型和每台摄像机，并说明如何解决问题。摄像机通过单独的连接检查，可能需要一分钟。",
  begin: "运行诊断",
  running: "已完成 {done}/{total} 项检查",
  never: "设备启动后尚未运行诊断。",
  finished: "上次运行：{time}",
  fails: "失败",
  warns: "警告",
  oks: "正常",
  skips: "已跳过",
  allWell: "未发现问题。",
  fix: "解决方法",
};
