import type { NavSettings } from "./protocol.ts";
import type { RosGraph } from "./ros-link.ts";

/** The full name of a topic or service; a leading slash takes it out of the namespace. */
export function fullName(namespace: string, name: string): string {
  return name.startsWith("/") ? name : `${namespace}/${name}`;
}

/**
 * Returns the topic to use: the configured one, else the one of this type that is called `common`, else the
 * only one of this type in the namespace; null without one, or when it is ambiguous.
 */
export function topicOfType(
  graph: RosGraph,
  { namespace }: Pick<NavSettings, "namespace">,
  topic: { type: string; common: string; configured?: string | null },
): string | null {
  const { type, common, configured = null } = topic;
  if (configured !== null) return fullName(namespace, configured);
  const found = [...graph.topics]
    .filter(([name, types]) => types.includes(type) && name.startsWith(`${namespace}/`))
    .map(([name]) => name);
  const named = found.find((name) => name === fullName(namespace, common));
  return named ?? (found.length === 1 ? found[0]! : null);
}

/** The topic in the namespace if a node has it there, else the one that all robots share. */
export function nearestTopic(graph: RosGraph, namespace: string, name: string): string {
  const own = fullName(namespace, name);
  return graph.topics.has(own) ? own : `/${name}`;
}
