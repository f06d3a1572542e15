import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";

/** Classes of files beside the store; `manifest.ts` says what each is. */
const classNames = ["blobs", "assets", "evidence", "recordings", "tracks", "models"] as const;

const classes = Type.Array(oneOfValues(classNames), { maxItems: 6, uniqueItems: true });
const bytes = Type.Integer({ minimum: 0, description: "Bytes" });
const count = Type.Integer({ minimum: 0 });
const passphrase = Type.Optional(
  Type.String({ minLength: 12, maxLength: 1000, description: "Encrypts the keys of the backup" }),
);

/** Body of `POST /api/v1/system/backups`. */
export const newBackupSchema = Type.Object(
  {
    without: Type.Optional(classes),
    with: Type.Optional(classes),
    passphrase,
  },
  { additionalProperties: false },
);

/** Body of `POST /api/v1/system/backups/<name>/restore`. */
export const restoreSchema = Type.Object(
  {
    site_name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "The name of the site, as confirmation",
    }),
    passphrase,
  },
  { additionalProperties: false },
);

const backup = Type.Object({
  name: Type.String(),
  folder: Type.String({ description: "Folder of the box" }),
  size_bytes: bytes,
  made_at: unixTime,
  program: orNull(Type.String({ description: "Version of the appliance that made it" })),
  classes: Type.Array(Type.String()),
  has_keys: Type.Boolean(),
  files: count,
  removable: Type.Boolean({ description: "False outside the box's own folder" }),
  problem: orNull(
    Type.String({ description: "Why the box cannot restore it, as far as its end tells" }),
  ),
});

/** `data` of `GET /api/v1/system/backups/<name>`. */
export const backupDetailAnswer = named(
  "BackupDetail",
  Type.Object({
    backup,
    loses: Type.Object(
      {
        since: unixTime,
        incidents: orNull(
          Type.Integer({ minimum: 0, description: "Newer incidents; null above 100 000" }),
        ),
        classes: Type.Array(Type.String(), {
          description: "Classes that are not in the backup",
        }),
        keys: Type.Boolean({ description: "True when the backup has no keys of its own" }),
      },
      { description: "What the box does not have after a restore" },
    ),
  }),
);

/** `data` of the routes of backups. */
export const backupsAnswer = named(
  "Backups",
  Type.Object({
    object: kind("system.backups"),
    site_name: Type.String(),
    backups: Type.Array(backup, { description: "Newest first, at most 50" }),
    room_bytes: Type.Integer({
      minimum: 0,
      description: "Free bytes that a backup may take: the disk's, less what recording keeps free",
    }),
    work: orNull(
      Type.Object({
        kind: oneOfValues(["make", "verify", "receive", "restore"]),
        name: Type.String(),
        state: oneOfValues(["running", "restarting", "done", "failed"]),
        stage: orNull(Type.String({ description: "Of a restore" })),
        bytes,
        total: orNull(bytes),
        at: unixTime,
        error: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
      }),
    ),
    upload: orNull(Type.Object({ name: Type.String(), size_bytes: bytes, received_bytes: bytes })),
    restored: orNull(
      Type.Object({
        name: Type.String(),
        made_at: unixTime,
        at: unixTime,
        keys: oneOfValues(["from_backup", "kept", "made_anew"]),
        aside: Type.String(),
      }),
    ),
    former: Type.Array(Type.Object({ name: Type.String(), at: unixTime }), {
      description: "Folders with the data of before a restore",
    }),
  }),
);

/** Backups on the wire. */
export type BackupsWire = Static<typeof backupsAnswer>;
/** A backup and what its restore loses, on the wire. */
export type BackupDetailWire = Static<typeof backupDetailAnswer>;
/** One backup on the wire. */
export type BackupWire = BackupsWire["backups"][number];
/** The work on backups on the wire. */
export type BackupWorkWire = NonNullable<BackupsWire["work"]>;
