import type { doctor as source } from "../en/doctor.ts";

/** The doctor; what it finds is said by `findings.ts`. */
export const doctor: typeof source = {
  hint: "检查设备本身、磁盘、网络、程序、模型和每台摄像机，并说明该怎么做。摄像机通过单独的连接测试，可能需要一分钟。",
  begin: "检查设备",
  running: "已完成 {done}/{total} 项检查",
  never: "设备启动后尚未检查。",
  finished: "检查时间：{time}",
  fails: "无法工作",
  warns: "可以工作，但应查看",
  oks: "正常",
  skips: "未检查",
  allWell: "一切正常。",
  fix: "处理方法",
};
