import type { configuration as source } from "../en/configuration.ts";

/** The site configuration. */
export const configuration: typeof source = {
  file: "读取自 {file}。请在该文件中修改设置，然后重启设备。",
  noFile: "没有配置文件：所有设置均为默认值。",
  settings: "当前设置",
  setting: "设置",
  value: "值",
  origin: "来源",
  origins: {
    default: "默认",
    file: "文件",
    environment: "环境变量",
    flag: "命令行",
  },
  changedOnly: "仅显示已更改",
  none: "没有匹配的设置。",
  check: "检查文件",
  checkHint: "请粘贴整个文件。检查不会更改任何内容，也不会读取其中提到的文件。",
  yaml: "文件（YAML）",
  open: "打开文件",
  valid: "未发现问题。",
  problems: "问题：{count}",
  line: "第 {line} 行",
};
