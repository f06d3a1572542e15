import type { errors as source } from "../en/errors.ts";

/** What went wrong. */
export const errors: typeof source = {
  unreachable: "تعذر الوصول إلى الجهاز.",
  title: "فشل الطلب",
  chooseZone: "اختر منطقة",
  chooseLine: "اختر خطًا",
  codes: {
    invalid_api_key: "مفتاح غير معروف",
    api_key_expired: "انتهت صلاحية هذا المفتاح",
    api_key_revoked: "أُلغي هذا المفتاح",
    key_network_refused: "هذا المفتاح غير مسموح به من هذه الشبكة",
    invalid_setup_code: "رمز الإعداد غير صحيح أو انتهت صلاحيته",
    insufficient_scope: "ليست لديك هذه الصلاحية",
    rate_limited: "طلبات كثيرة جدًا؛ حاول بعد قليل",
    not_found: "غير موجود",
    conflict: "تعارض مع الحالة الحالية",
    invalid_request_body: "تحقق من المدخلات",
    storage_full: "القرص ممتلئ",
    shutting_down: "الجهاز قيد الإيقاف",
    internal_error: "خطأ داخلي في الجهاز",
    too_many_streams: "عدد كبير جدًا من العروض المباشرة مفتوح",
    csrf_rejected: "جاء الطلب من موقع آخر. أعد تحميل الصفحة",
    outside_geofence: "الهدف خارج السياج الجغرافي",
  },
};
