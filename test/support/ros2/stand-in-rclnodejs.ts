/**
 * Stands in for rclnodejs 2.x where there is no ROS 2: the same interface as its documentation has
 * it, as strict as the real one or stricter (unknown fields and wrong types throw), over a
 * `StandInDomain` whose address is in `STAND_IN_DOMAIN`. Like the real one it ends its process when a
 * callback throws, names counts as getters, and lets go of nothing that a goal left in its client.
 */
import { ActionClient, ActionServer, getActionNamesAndTypes } from "./stand-in-actions.ts";
import { init, shutdown } from "./stand-in-context.ts";
import { Node, QoS } from "./stand-in-core.ts";

// oxlint-disable-next-line import/no-default-export -- the real module has one
export default {
  init,
  shutdown,
  removeSignalHandlers: (): void => undefined,
  Node,
  QoS,
  ActionClient,
  ActionServer,
  GoalResponse: { REJECT: 1, ACCEPT: 2 },
  CancelResponse: { REJECT: 1, ACCEPT: 2 },
  getActionNamesAndTypes,
};
