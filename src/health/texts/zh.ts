import type { HealthTexts } from "./health-texts.ts";

/** Chinese, simplified. */
export const zh: HealthTexts = {
  disclaimer: "本报告仅用于辅助分诊。它不是诊断，不能代替合格医务人员的判断。",
  measuredOnly: "本设备只测量了该记录，没有作出解读。必须由合格的专业人员判读。",
  referral: {
    critical: "请立即呼叫急救或将患者送往急诊科。",
    urgent: "请让患者今天就医。",
    standard: "请预约医生就诊。",
    low: "若无变化，常规随访即可。",
  },
  warningSigns: [
    "呼吸困难或嘴唇发紫",
    "胸痛或胸部压迫感",
    "突然无力、口角歪斜或说话困难",
    "癫痫发作超过五分钟，或多次发作之间没有清醒",
    "意识丧失或新出现的意识混乱",
    "大量出血且止不住",
  ],
  redFlag: {
    title: "所提供信息中的危险信号",
    summary: "所提供的信息提到：{flag}。",
  },
  quality: {
    title: "记录质量",
    summary: "{total} 个通道中有 {usable} 个可用；记录时长 {seconds} 秒。",
  },
  spectrum: {
    title: "频谱",
    summary: "功率占比中位数：δ {delta} %，θ {theta} %，α {alpha} %，β {beta} %。",
  },
  transients: {
    title: "尖锐瞬变",
    summary: "每分钟尖锐瞬变中位数 {rate} 次；眨眼和肌肉活动也会引起。",
  },
  classifier: {
    title: "癫痫发作分类器",
    seizure: "所配置的分类器在约 {at} 秒处报告发作模式，得分 {score}。",
    none: "所配置的分类器未报告发作模式；最高得分 {score}。",
  },
  segmentation: {
    title: "记录的分段",
    found:
      "所配置的模型标记为“{label}”的片段：{count} 个，共 {seconds} 秒；最长的一段从 {from} 秒到 {to} 秒。",
    none: "所配置的模型未标记任何片段；最高得分 {score}。",
  },
  selfHarm: "报告中提到自伤念头：请立即与当事人交谈，并联系当地危机援助或急救服务。",
};
