import type { overview as source } from "../en/overview.ts";

/** The first view. */
export const overview: typeof source = {
  up: "يعمل منذ {time}",
  firstTitle: "هذا الجهاز لا يراقب شيئًا بعد",
  firstText: "أضف كاميرا وارسم منطقة على صورتها، وسيأتي الحادث الأول وحده.",
  ofAll: "{some} من {all}",
  online: "متصلة",
  queued: "{count} في الانتظار",
  uplink: "الاتصال الخارجي",
  reachable: "خدمات متاحة",
  noUplink: "غير مُعد؛ الجهاز يعمل دونه",
  disk: "القرص",
  memory: "الذاكرة",
  free: "متاح",
  temperature: "الحرارة",
  noSensor: "لا يوجد مستشعر",
  mode: "وضع الموقع",
  modeHint: "يمكن أن تسري القواعد في بعض الأوضاع فقط.",
  nextMode: "{mode} ابتداءً من {time}",
};
