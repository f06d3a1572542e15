import { all, find, type XmlElement } from "../onvif/xml.ts";
import { senderFault, type SoapFault } from "./soap-fault.ts";

/** Dialects of topics (WS-Topics 1.3, 8; ONVIF Core Specification 9.5.3). */
export const topicDialects = [
  "http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet",
  "http://docs.oasis-open.org/wsn/t-1/TopicExpression/Concrete",
] as const;

const maxExpressionChars = 4000;

/**
 * Returns the test of topics that a subscription's filter asks for: paths in alternatives (`a/b|c`), where `//.` at
 * the end means the whole subtree. Prefixes are not compared, because clients choose them. Throws a fault for filters
 * of other kinds.
 */
export function topicFilter(filter: XmlElement | undefined): (topic: string) => boolean {
  if (find(filter, "MessageContent")) {
    throw filterFault("MessageContent: is not supported. Filter by topic");
  }
  const expressions = all(filter, "TopicExpression").map(pathsOf);
  return (topic) => expressions.every((paths) => paths.some((path) => isWithin(topic, path)));
}

interface TopicPath {
  path: string;
  hasSubtree: boolean;
}

function pathsOf({ text, attributes }: XmlElement): TopicPath[] {
  const dialect = attributes.get("Dialect") ?? topicDialects[1];
  const isKnown = topicDialects.some((each) => each === dialect);
  if (!isKnown || text.length > maxExpressionChars) {
    throw filterFault("TopicExpression: cannot be read. Use a ConcreteSet");
  }
  return text.split("|").map((each) => {
    const hasSubtree = /\/\/\.\s*$/.test(each);
    return { path: plainTopic(each.replace(/\/\/\.\s*$/, "")), hasSubtree };
  });
}

function filterFault(reason: string): SoapFault {
  return senderFault(reason, "ter:InvalidArgVal", "wsnt:InvalidFilterFault");
}

function isWithin(topic: string, { path, hasSubtree }: TopicPath): boolean {
  const plain = plainTopic(topic);
  return plain === path || (hasSubtree && plain.startsWith(`${path}/`));
}

function plainTopic(topic: string): string {
  return topic
    .trim()
    .split("/")
    .map((part) => part.replace(/^.*:/, ""))
    .join("/");
}
