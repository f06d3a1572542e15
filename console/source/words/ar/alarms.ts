import type { alarms as source } from "../en/alarms.ts";

/** What the box asks a technician to see to, by its code. */
export const alarms: typeof source = {
  safe_mode: "الوضع الآمن: الكاميرات والروبوتات متوقفة مؤقتًا.",
  storage_full: "القرص ممتلئ.",
  store_stalled: "القرص لا يستجيب، ولا يمكن حفظ أي شيء.",
  store_unwritable: "القرص يرفض الكتابة، ولا يمكن حفظ أي شيء.",
  disk_low: "شيء غير التسجيلات يملأ القرص.",
  inodes_low: "توشك عقد الفهرسة على القرص أن تنفد.",
  store_at_risk: "قد يكون المخزن تالفًا.",
  files_unnamed: "ملفات كثيرة بلا سجل في المخزن، وقد أُبقي عليها.",
  vision_down: "الكشف متوقف.",
  model_damaged: "ملف أحد النماذج تالف.",
  cameras_refused: "لم تبدأ كاميرات من الإعدادات.",
  cameras_offline: "كاميرات غير متصلة.",
  decoders_failing: "تعطلت برامج فك ترميز الفيديو وأُعيد تشغيلها.",
  endpoint_refused: "خدمة نماذج ترفض المفتاح.",
  too_hot: "الجهاز ساخن جدًا.",
  throttled: "المعالج مخفَّض السرعة.",
  memory_low: "الذاكرة منخفضة.",
  clock_not_synchronised: "الساعة غير متزامنة.",
  certificate_ending: "تنتهي صلاحية الشهادة قريبًا.",
  certificate_ended: "انتهت صلاحية الشهادة.",
  audit_lost: "فُقدت مدخلات من سجل التدقيق.",
};
