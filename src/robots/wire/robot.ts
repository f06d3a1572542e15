import { type Static, Type } from "typebox";
import { oneOfValues } from "../../base/contract/answers.ts";
import { closed, robotCommandSchema, robotIdSchema } from "../driver/command-document.ts";
import { expiryPolicies, robotLimits } from "../robot-terms.ts";

/** Body of `POST /robots/<id>/command`. */
export const robotCommandRequestSchema = Type.Object(
  {
    command: robotCommandSchema,
    ttl_seconds: Type.Optional(
      Type.Number({
        minimum: robotLimits.ttlMinSec,
        maximum: robotLimits.ttlMaxSec,
        default: robotLimits.ttlDefaultSec,
        description: "Seconds after which the box no longer sends the command",
      }),
    ),
    reason: Type.Optional(
      Type.String({
        maxLength: 200,
        description: "Reason for the command. The audit log keeps it",
      }),
    ),
  },
  { ...closed, title: "RobotCommandRequest" },
);

/** Body of `POST /robots/<id>/command`. */
export type RobotCommandRequest = Static<typeof robotCommandRequestSchema>;

/** Input of a step `robots.command` of a run: the request, and the robot that the path names elsewhere. */
export const robotCommandStepSchema = Type.Object(
  { robot_id: robotIdSchema, ...robotCommandRequestSchema.properties },
  { ...closed, title: "RobotCommandStep" },
);

/** Input of a step `robots.command` of a run. */
export type RobotCommandStep = Static<typeof robotCommandStepSchema>;

/** Body of `POST /robots/<id>/stop`. */
export const robotStopSchema = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: 200 })) },
  { ...closed, title: "RobotStopRequest" },
);

/** Body of `POST /robots/<id>/lease`; the same call again is the heartbeat. */
export const robotLeaseSchema = Type.Object(
  {
    ttl_seconds: Type.Optional(
      Type.Number({
        minimum: robotLimits.leaseMinSec,
        maximum: robotLimits.leaseMaxSec,
        default: robotLimits.leaseDefaultSec,
        description: "Seconds after which the lease ends without a heartbeat",
      }),
    ),
    on_expiry: Type.Optional(
      oneOfValues(
        expiryPolicies,
        "Treatment of the active command when the lease expires. The default is `cancel`",
      ),
    ),
  },
  { ...closed, title: "RobotLeaseRequest" },
);

/** Body of `POST /robots/<id>/lease`. */
export type RobotLeaseRequest = Static<typeof robotLeaseSchema>;
