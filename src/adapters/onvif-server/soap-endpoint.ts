import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { RestreamCaller } from "../../cameras/restream/restream-port.ts";
import { escapeXml, textOf, type XmlElement } from "../onvif/xml.ts";
import { prefixOf } from "./namespaces.ts";
import type { Entrance, Service } from "./service.ts";
import { faultOf, senderFault, SoapFault } from "./soap-fault.ts";
import { readMessage, writeFault, writeMessage } from "./soap-message.ts";

/** A message that a client sent. */
export interface SoapRequest {
  text: string;
  path: string;
  entrance: Entrance;
  /** Aborts when the client has gone. */
  signal: AbortSignal;
  /** Returns who sent the message with this header. Throws a fault, or the coded error of a key. */
  admit(header: XmlElement | undefined): RestreamCaller;
}

/** An answer to a client. */
export interface SoapReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Answers messages by the services: an operation belongs to the service of its namespace, whatever the path. */
export class SoapEndpoint {
  readonly #services: readonly Service[];
  readonly #log: Logger;
  #answered = 0;
  #refused = 0;

  constructor(parts: { services: readonly Service[]; log: Logger }) {
    this.#services = parts.services;
    this.#log = parts.log;
  }

  /** Requests since the start, by their outcome. */
  counts(): { answered: number; refused: number } {
    return { answered: this.#answered, refused: this.#refused };
  }

  /** Never rejects: what goes wrong is a fault. */
  async answer(request: SoapRequest): Promise<SoapReply> {
    try {
      const body = await this.#answer(request);
      this.#answered += 1;
      return { status: 200, headers: {}, body };
    } catch (error) {
      return this.refusal(error);
    }
  }

  /** Returns the answer that stands for an error, and counts it. */
  refusal(error: unknown): SoapReply {
    this.#refused += 1;
    const known = faultOf(error);
    if (!known) this.#log.error({ error: describeError(error) }, "ONVIF request failed");
    const fault =
      known ?? new SoapFault({ code: "Receiver", subcodes: ["ter:Action"] }, "The box failed");
    return { status: fault.status, headers: fault.parts.headers ?? {}, body: writeFault(fault) };
  }

  async #answer(request: SoapRequest): Promise<string> {
    const { operation, header } = readMessage(request.text);
    const { path, entrance, signal } = request;
    const prefix = prefixOf(operation.namespace);
    const service = this.#services.find((each) => each.prefix === prefix);
    const { name } = operation;
    if (service && Object.hasOwn(service.open, name)) {
      return answerMessage(service, name, {
        content: service.open[name]!({ operation, entrance }),
      });
    }
    const caller = request.admit(header);
    if (!service || !Object.hasOwn(service.guarded, name)) throw unknownOperation(name, service);
    const call = { operation, entrance, caller, path, signal };
    const content = await service.guarded[name]!(call);
    return answerMessage(service, name, { content, header });
  }
}

function answerMessage(
  { prefix, actions }: Service,
  name: string,
  { content, header }: { content: string; header?: XmlElement | undefined },
): string {
  const element = `${prefix}:${name}Response`;
  const action = actions?.[name];
  const head = action === undefined ? "" : addressing(action, header);
  return writeMessage(`<${element}>${content}</${element}>`, head);
}

/** Names the answer and the message that it answers (WS-Addressing 1.0, 3.4). */
function addressing(action: string, header: XmlElement | undefined): string {
  const id = textOf(header, "MessageID");
  const relation = id === null ? "" : `<wsa:RelatesTo>${escapeXml(id)}</wsa:RelatesTo>`;
  return `<wsa:Action>${action}</wsa:Action>${relation}`;
}

/** A service that is here may lack an operation; other services are not here. */
function unknownOperation(name: string, service: Service | undefined): SoapFault {
  const what = name.slice(0, 60);
  if (!service) return senderFault(`${what}: the box has no such service`, "ter:UnknownAction");
  const parts = { code: "Receiver", subcodes: ["ter:ActionNotSupported"] } as const;
  return new SoapFault(parts, `${what}: the box does not offer this operation`);
}
