import type { doctor as source } from "../en/doctor.ts";

/** The doctor; what it finds is said by `findings.ts`. */
export const doctor: typeof source = {
  hint: "يفحص الجهاز نفسه وقرصه وشبكاته وبرامجه ونماذجه وكل كاميرا، ويقول ما يجب فعله. تُجرَّب الكاميرات باتصال مستقل، وقد يستغرق ذلك دقيقة.",
  begin: "افحص الجهاز",
  running: "اكتمل {done} من {total} فحصًا",
  never: "لم يُفحص شيء منذ تشغيل الجهاز.",
  finished: "آخر فحص: {time}",
  fails: "لا يعمل",
  warns: "يعمل، لكنه يستحق النظر",
  oks: "سليم",
  skips: "لم يُفحص",
  allWell: "كل شيء على ما يرام.",
  fix: "ما يجب فعله",
};
