import type { health as source } from "../en/health.ts";

/** Coverage of the cameras and health of the box. */
export const health: typeof source = {
  coverage: "التغطية",
  coverageHint: "نسبة المراقبة من كل ساعة لكل كاميرا، وسبب كل انقطاع.",
  range: "الفترة",
  day: "يوم",
  week: "أسبوع",
  stream: "الكاميرا",
  observed: "التغطية",
  notObserved: "الانقطاعات",
  why: "سبب الانقطاع",
  reasons: {
    source_down: "الكاميرا غير متصلة",
    frozen: "صورة مجمدة",
    detector_down: "الكاشف متوقف",
    undecodable: "فشل فك الترميز",
    overload: "الجهاز مثقل",
    stopped: "البث متوقف",
    box_off: "الجهاز مطفأ",
  },
  noCoverage: "لا توجد بيانات تغطية بعد.",
  machine: "الجهاز",
  machineHint: "قيمة كل دقيقة منذ تشغيل الجهاز، ليوم على الأكثر. في الذاكرة فقط.",
  disk: "المساحة الحرة",
  memory: "الذاكرة الحرة",
  load: "الحمل",
  temperature: "الحرارة",
  queue: "مهام منتظرة",
  online: "الكاميرات المتصلة",
  notTold: "غير متاح على هذه الآلة.",
  chartLabel: "{name}: من {first} إلى {last}، الآن {now}",
};
