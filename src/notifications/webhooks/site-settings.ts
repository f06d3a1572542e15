import { Type } from "typebox";
import { count, section, texts } from "../../base/settings/fields.ts";

/** Webhooks: networks of receivers, and the bound of registrations. */
export const webhooksSetting = section("Webhooks", "live", {
  allowed_networks: texts({
    title: "Networks of the site (CIDR) in which receivers may be, on any port",
  }),
  ca_file: Type.Optional(
    Type.String({
      title: "Certificate authorities (PEM) that the box trusts in addition to the public ones",
      applies: "restart",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
  key_file: Type.Optional(
    Type.String({
      title:
        "File with the key of 32 bytes that encrypts secrets, for example a systemd credential. Without this setting the box creates a key",
      applies: "restart",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
  per_organisation: count({
    title: "Largest number of webhooks per organisation",
    default: 20,
    minimum: 1,
    maximum: 200,
  }),
});
