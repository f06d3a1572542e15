import type {
  PushCipher,
  PushOptions,
  PushTarget,
  VapidKeys,
} from "../../notifications/push/ports.ts";

/** VAPID keys and encrypted messages by the library `web-push`, which loads with the first use. */
export class WebPushCipher implements PushCipher {
  async makeKeys(): Promise<VapidKeys> {
    const { default: webPush } = await import("web-push");
    return webPush.generateVAPIDKeys();
  }

  async seal(target: PushTarget, payload: string, options: PushOptions) {
    const { default: webPush } = await import("web-push");
    const { vapid, contact, ttlSec, isUrgent, topic } = options;
    const details = webPush.generateRequestDetails(target, payload, {
      vapidDetails: { subject: contact, ...vapid },
      contentEncoding: "aes128gcm",
      TTL: ttlSec,
      urgency: isUrgent ? "high" : "normal",
      topic,
    });
    const headers = Object.entries(details.headers as Record<string, string | number>)
      // The client counts the body itself.
      .filter(([name]) => name.toLowerCase() !== "content-length")
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const);
    // The package's types say string; these are the encrypted bytes.
    return { headers: Object.fromEntries(headers), body: Buffer.from(details.body) };
  }
}
