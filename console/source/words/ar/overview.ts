import type { overview as source } from "../en/overview.ts";

/** The first view. */
export const overview: typeof source = {
  up: "يعمل منذ {time}",
  firstTitle: "لا توجد كاميرات بعد",
  firstText: "أضف كاميرا وارسم منطقة على صورتها. ثم يبلغ الجهاز عن الحوادث.",
  ofAll: "{some} من {all}",
  online: "متصلة",
  queued: "{count} في الطابور",
  uplink: "الاتصال الخارجي",
  reachable: "خدمات متاحة",
  noUplink: "غير مُعد (اختياري)",
  disk: "القرص",
  memory: "الذاكرة",
  free: "متاح",
  temperature: "الحرارة",
  noSensor: "لا يوجد مستشعر",
  mode: "وضع الموقع",
  modeHint: "يمكن قصر القواعد على أوضاع محددة.",
  nextMode: "{mode} ابتداءً من {time}",
};
