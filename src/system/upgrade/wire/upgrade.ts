import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";

const bytes = Type.Integer({ minimum: 0, description: "Bytes" });
const slot = oneOfValues(["a", "b"]);
const release = Type.Object({ slot, version: Type.String() });

/** Body of `POST /api/v1/system/upgrade/install`. */
export const installSchema = Type.Object(
  {
    version: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Of the offered release, as confirmation",
    }),
    allow_downgrade: Type.Optional(Type.Boolean({ description: "Also an older release" })),
  },
  { additionalProperties: false },
);

/** `data` of the routes of upgrades. */
export const upgradeAnswer = named(
  "Upgrade",
  Type.Object({
    object: kind("system.upgrade"),
    version: Type.String({ description: "Of the running release" }),
    blocked: orNull(
      oneOfValues(
        ["not_installed", "dpkg", "container", "no_helper", "no_publisher_key"],
        "Why the box takes no bundle over the API; null when it does",
      ),
    ),
    current: orNull(release),
    other: orNull(release),
    offered: orNull(
      Type.Object(
        {
          version: Type.String(),
          made_at: unixTime,
          arch: Type.String(),
          size_bytes: bytes,
          order: oneOfValues(["newer", "same", "older"]),
          changelog: orNull(
            Type.String({ description: "Markdown; null when the bundle has none" }),
          ),
        },
        { description: "The received bundle; its publisher's signature and its sum are valid" },
      ),
    ),
    upload: orNull(Type.Object({ name: Type.String(), size_bytes: bytes, received_bytes: bytes })),
    check: orNull(
      Type.Object({
        state: oneOfValues(["running", "failed"]),
        problem: orNull(Type.String()),
      }),
    ),
    request: orNull(
      Type.Object({
        kind: oneOfValues(["install", "rollback"]),
        state: oneOfValues(["waiting", "running", "done", "refused", "not_taken"]),
        problem: orNull(Type.String()),
        at: unixTime,
      }),
    ),
    last: orNull(
      Type.Object({
        phase: oneOfValues(["idle", "unpacking", "trial", "confirmed", "rolled_back"]),
        from: release,
        to: release,
        at: unixTime,
        reason: orNull(Type.String()),
      }),
    ),
    can_roll_back: Type.Boolean(),
  }),
);

/** Upgrades on the wire. */
export type UpgradeWire = Static<typeof upgradeAnswer>;
