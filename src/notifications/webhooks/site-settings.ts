import { Type } from "typebox";
import { count, section, texts } from "../../base/settings/fields.ts";

/** Webhooks: networks of receivers, and the bound of registrations. */
export const webhooksSetting = section("Webhooks", {
  allowed_networks: texts({
    title: "Networks (CIDR) of the site in which receivers may be, on any port",
  }),
  ca_file: Type.Optional(
    Type.String({
      title: "Certificate authorities (PEM) that the box trusts beside the public ones",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
  key_file: Type.Optional(
    Type.String({
      title:
        "Key of 32 bytes that encrypts secrets, such as a systemd credential; created if absent",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
  per_organisation: count({
    title: "Webhooks of one organisation",
    default: 20,
    minimum: 1,
    maximum: 200,
  }),
});
