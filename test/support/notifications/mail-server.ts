import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as it came in. */
export interface ReceivedMail {
  to: string[];
  raw: string;
  messageId: string;
  isSecure: boolean;
  user: string | undefined;
}

/** A real SMTP server of one test. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** While set, mails are refused with this answer. */
  refusal: string | undefined;
  /** While true a mail that came in is not acknowledged. */
  isSilent = false;
  readonly #server: SMTPServer;

  constructor(options: SMTPServerOptions = {}) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        password === "right" ? done(null, { user: username }) : done(new Error("Wrong password")),
      ...options,
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          if (this.refusal !== undefined) {
            done(Object.assign(new Error(this.refusal), { responseCode: 451 }));
            return;
          }
          const raw = Buffer.concat(chunks).toString();
          const messageId = /^message-id: (.+)$/im.exec(raw)?.[1]?.trim() ?? "";
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const { secure: isSecure, user } = session;
          this.mails.push({ to, raw, messageId, isSecure, user });
          if (!this.isSilent) done();
        });
      },
    });
    this.#server.on("error", () => undefined);
  }

  async start(t: { after(run: () => Promise<void>): void }): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server.server, "listening");
    t.after(() => new Promise((resolve) => this.#server.close(() => resolve())));
    return this;
  }

  get port(): number {
    return (this.#server.server.address() as { port: number }).port;
  }
}
