import type { DeviceEvent, EventItem } from "../../cameras/onvif-device/device-event.ts";
import { incidentTopics, motionTopics } from "../../cameras/onvif-device/incident-topics.ts";
import { escapeXml } from "../onvif/xml.ts";
import { topicDialects } from "./topic-filter.ts";

/** Returns an event as a client pulls it. */
export function notification({ topic, operation, atMs, source, data }: DeviceEvent): string {
  const property = operation === null ? "" : ` PropertyOperation="${operation}"`;
  return (
    `<wsnt:NotificationMessage><wsnt:Topic Dialect="${topicDialects[0]}">${escapeXml(topic)}</wsnt:Topic>` +
    `<wsnt:Message><tt:Message UtcTime="${new Date(atMs).toISOString()}"${property}>` +
    `<tt:Source>${items(source)}</tt:Source><tt:Data>${items(data)}</tt:Data>` +
    `</tt:Message></wsnt:Message></wsnt:NotificationMessage>`
  );
}

function items(list: readonly EventItem[]): string {
  return list
    .map(([name, value]) => `<tt:SimpleItem Name="${name}" Value="${escapeXml(value)}"/>`)
    .join("");
}

/** A node of the tree of topics: its element's name with its prefix, and what is below. */
interface TopicNode {
  children: Map<string, TopicNode>;
  /** Its description where it is a topic. */
  description?: string;
}

/** Returns the topics that the box can report, as the tree of `TopicSet` (WS-Topics 1.3, 6). */
export function topicSet(incidentTypes: readonly string[]): string {
  const root: TopicNode = { children: new Map() };
  for (const { topic, state } of [...motionTopics, ...incidentTopics(incidentTypes)]) {
    const node = topic.split("/").reduce((at, part) => {
      const next: TopicNode = at.children.get(part) ?? { children: new Map() };
      at.children.set(part, next);
      return next;
    }, root);
    node.description = descriptionOf(topic, state);
  }
  return `<wstop:TopicSet>${nodes(root)}</wstop:TopicSet>`;
}

function nodes({ children }: TopicNode): string {
  return [...children]
    .map(([name, node]) => {
      const mark = node.description === undefined ? "" : ` wstop:topic="true"`;
      return `<${name}${mark}>${node.description ?? ""}${nodes(node)}</${name}>`;
    })
    .join("");
}

function descriptionOf(topic: string, state: string | null): string {
  const isRule = topic.startsWith("tns1:RuleEngine/");
  const source = isRule
    ? [
        ["VideoSourceConfigurationToken", "tt:ReferenceToken"],
        ["VideoAnalyticsConfigurationToken", "tt:ReferenceToken"],
        ["Rule", "xs:string"],
      ]
    : [["Source", "tt:ReferenceToken"]];
  const more = topic.includes("/gh:")
    ? [
        ["Type", "xs:string"],
        ["Severity", "xs:string"],
        ["IncidentId", "xs:string"],
      ]
    : [];
  const data = state === null ? [["ObjectId", "xs:string"]] : [[state, "xs:boolean"], ...more];
  return (
    `<tt:MessageDescription IsProperty="${state !== null}"><tt:Source>${described(source)}</tt:Source>` +
    `<tt:Data>${described(data)}</tt:Data></tt:MessageDescription>`
  );
}

function described(list: readonly (readonly string[])[]): string {
  return list
    .map(([name, type]) => `<tt:SimpleItemDescription Name="${name}" Type="${type}"/>`)
    .join("");
}
