import { createTransport } from "nodemailer";
import type { Mailer } from "../../notifications/alarms/ports.ts";
import { describeError } from "../../base/core/errors.ts";

/** The mail server and how to reach it. */
export interface SmtpOptions {
  host: string;
  port: number;
  /** `starttls` refuses a server without it; `plain` never encrypts. */
  security: "starttls" | "tls" | "plain";
  username?: string;
  password?: string;
  /** Certificate authorities (PEM) that are trusted in place of the public ones. */
  ca?: string;
  from: string;
  to: readonly string[];
}

const timeoutMs = 20_000;

/** Mails by an SMTP server of the site, one connection for each mail. */
export class SmtpMailer implements Mailer {
  readonly #options: SmtpOptions;

  constructor(options: SmtpOptions) {
    this.#options = options;
  }

  async send({ id, subject, text }: Parameters<Mailer["send"]>[0]): Promise<string | null> {
    const { host, port, security, username, password, ca, from, to } = this.#options;
    const transport = createTransport({
      host,
      port,
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "plain",
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(username === undefined ? {} : { auth: { user: username, pass: password ?? "" } }),
      ...(ca === undefined ? {} : { tls: { ca } }),
    });
    try {
      const headers = { "auto-submitted": "auto-generated" };
      const messageId = `<${id}@gatehouse.local>`;
      // Fails when the server takes none of the recipients; who is refused beside others is left out.
      await transport.sendMail({ from, to: [...to], subject, text, messageId, headers });
      return null;
    } catch (error) {
      return describeError(error);
    } finally {
      transport.close();
    }
  }
}
