/** Bounds of subscriptions. */
export const pushLimits = {
  /** Devices of one person or key. */
  perOwner: 10,
  /** Devices of the whole box. */
  subscriptions: 500,
  cameras: 256,
  /** Messages that wait, of all devices. */
  waiting: 2000,
} as const;

/** Languages of the page, in which its devices show notifications. */
export const pushLanguages = ["en", "fr", "de", "es", "ar", "zh"] as const;
