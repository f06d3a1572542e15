/** The modes of a site; policies, behaviors and rules name the modes in which they apply. */
export const siteModes = ["armed", "home", "disarmed"] as const;

/** One mode of a site. */
export type SiteMode = (typeof siteModes)[number];

/** Days of a schedule. A date of `holidays` is a `holiday` and not a weekday. */
export const dayKinds = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holiday"] as const;

/** One kind of day. */
export type DayKind = (typeof dayKinds)[number];

/** Bounds of schedules; what exceeds them is refused. */
export const scheduleLimits = { windows: 50, holidays: 400 } as const;
