import type { configuration as source } from "../en/configuration.ts";

/** The site configuration. */
export const configuration: typeof source = {
  file: "读取自 {file}。请在该文件中修改，然后重启盒子。",
  noFile: "没有配置文件：使用默认值。",
  settings: "当前生效",
  setting: "设置",
  value: "值",
  origin: "来源",
  origins: {
    default: "默认",
    file: "文件",
    environment: "环境变量",
    flag: "命令行",
  },
  changedOnly: "仅显示非默认值",
  none: "没有符合的设置。",
  check: "检查文件",
  checkHint: "粘贴整个文件。不会更改任何内容，也不会读取其中提到的文件。",
  yaml: "文件（YAML）",
  open: "打开文件",
  valid: "没有需要修正的内容。",
  problems: "需要修正：{count}",
  line: "第 {line} 行",
};
