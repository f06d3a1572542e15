import type { doctor as source } from "../en/doctor.ts";

/** The doctor; what it finds is said by `findings.ts`. */
export const doctor: typeof source = {
  hint: "يفحص الجهاز وقرصه وشبكاته وبرامجه ونماذجه وكل كاميرا، ويبيّن كيفية إصلاح الأعطال. تُفحص الكاميرات باتصال مستقل، وقد يستغرق ذلك دقيقة.",
  begin: "تشغيل التشخيص",
  running: "اكتمل {done} من {total} فحصًا",
  never: "لم يُجرَ تشخيص منذ تشغيل الجهاز.",
  finished: "آخر تشغيل: {time}",
  fails: "فشل",
  warns: "تحذيرات",
  oks: "سليم",
  skips: "تم التخطي",
  allWell: "لم يُعثر على مشكلات.",
  fix: "طريقة الإصلاح",
};
