import { escapeXml, find, parseXml, type XmlElement } from "../onvif/xml.ts";
import { namespaces } from "./namespaces.ts";
import { senderFault, type SoapFault } from "./soap-fault.ts";

/** A request: the operation, with its arguments as children, and the header. */
export interface SoapMessage {
  operation: XmlElement;
  header: XmlElement | undefined;
}

const declarations = Object.entries(namespaces)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

/**
 * Reads a request of SOAP 1.2. Throws the fault `ter:WellFormed`. Documents with a document type are refused, so no
 * entity expands.
 */
export function readMessage(text: string): SoapMessage {
  const envelope = parsed(text);
  const [operation] = find(envelope, "Body")?.children ?? [];
  if (envelope.name !== "Envelope" || envelope.namespace !== namespaces.s || !operation) {
    throw malformed("it is no SOAP 1.2 message with an operation");
  }
  return { operation, header: find(envelope, "Header") };
}

function parsed(text: string): XmlElement {
  try {
    return parseXml(text);
  } catch {
    throw malformed("it is not XML within the limits");
  }
}

function malformed(why: string): SoapFault {
  return senderFault(`message: ${why}. Send SOAP 1.2`, "ter:WellFormed");
}

/** Returns the message around `body`; `header` has the elements of its header. */
export function writeMessage(body: string, header = ""): string {
  const head = header === "" ? "" : `<s:Header>${header}</s:Header>`;
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope ${declarations}>${head}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** Returns the message of a fault. */
export function writeFault({ parts, message }: SoapFault): string {
  const subcodes = parts.subcodes.reduceRight(
    (inner, code) => `<s:Subcode><s:Value>${code}</s:Value>${inner}</s:Subcode>`,
    "",
  );
  return writeMessage(
    `<s:Fault><s:Code><s:Value>s:${parts.code}</s:Value>${subcodes}</s:Code>` +
      `<s:Reason><s:Text xml:lang="en">${escapeXml(message)}</s:Text></s:Reason></s:Fault>`,
  );
}
