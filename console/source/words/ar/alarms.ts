import type { alarms as source } from "../en/alarms.ts";

/** What the box asks a technician to see to, by its code. */
export const alarms: typeof source = {
  safe_mode: "الوضع الآمن: الكاميرات والروبوتات متوقفة مؤقتًا.",
  storage_full: "القرص ممتلئ.",
  store_stalled: "القرص لا يستجيب، ولا يمكن حفظ أي شيء.",
  store_unwritable: "القرص يرفض الكتابة، ولا يمكن حفظ أي شيء.",
  disk_low: "شيء غير التسجيلات يملأ القرص.",
  inodes_low: "يكاد القرص لا يتسع لملفات جديدة.",
  store_at_risk: "قد يكون المخزن تالفًا.",
  files_unnamed: "ملفات كثيرة بلا سجل في المخزن، وقد أُبقي عليها.",
  vision_down: "لا شيء يراقب الكاميرات الآن.",
  model_damaged: "ملف أحد النماذج تالف.",
  cameras_refused: "كاميرات من الإعدادات لا تُراقَب.",
  cameras_offline: "كاميرات لا ترسل صورة.",
  decoders_failing: "توقفت وحدات فك ترميز الكاميرات واستُبدلت.",
  endpoint_refused: "خدمة نماذج ترفض المفتاح.",
  too_hot: "الجهاز ساخن جدًا.",
  throttled: "المعالج مُبطَّأ.",
  memory_low: "الذاكرة شحيحة.",
  clock_not_synchronised: "الساعة لا تتبع أي خادم وقت.",
  certificate_ending: "الشهادة تنتهي قريبًا.",
  certificate_ended: "انتهت الشهادة.",
  audit_lost: "فُقدت مدخلات من سجل التدقيق.",
};
