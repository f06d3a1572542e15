import type { health as source } from "../en/health.ts";

/** Coverage of the cameras and health of the box. */
export const health: typeof source = {
  coverage: "التغطية",
  coverageHint: "كم رُوقب فعلًا من كل ساعة، ولماذا لم يُراقَب الباقي.",
  range: "الفترة",
  day: "يوم",
  week: "أسبوع",
  stream: "الكاميرا",
  observed: "المُراقَب",
  notObserved: "غير مُراقَب",
  why: "السبب",
  reasons: {
    source_down: "الكاميرا غائبة",
    frozen: "صورة مجمدة",
    detector_down: "الكاشف متوقف",
    undecodable: "لا يمكن فكها",
    overload: "الصندوق مشغول",
    stopped: "البث متوقف",
    box_off: "الصندوق مطفأ",
  },
  noCoverage: "لا حساب بعد.",
  machine: "الصندوق",
  machineHint: "دقيقة بدقيقة منذ التشغيل، يوم على الأكثر؛ في الذاكرة فقط.",
  disk: "المساحة الحرة",
  memory: "الذاكرة الحرة",
  load: "الحمل",
  temperature: "الحرارة",
  queue: "مهام منتظرة",
  online: "الكاميرات المتصلة",
  notTold: "لا تُبلغ هذه الآلة عنه.",
  chartLabel: "{name}: من {first} إلى {last}، الآن {now}",
};
