import { cameras } from "./cameras.ts";
import { incidents } from "./incidents.ts";
import { behaviors } from "./behaviors.ts";
import { zones } from "./zones.ts";
import { policies } from "./policies.ts";
import { addCamera } from "./add-camera.ts";
import { overview } from "./overview.ts";
import { common } from "./common.ts";
import { errors } from "./errors.ts";
import { robots } from "./robots.ts";
import { jobs } from "./jobs.ts";
import { media } from "./media.ts";
import { voice } from "./voice.ts";
import { webhooks } from "./webhooks.ts";
import { keys } from "./keys.ts";
import { configuration } from "./configuration.ts";
import { doctor } from "./doctor.ts";
import { health } from "./health.ts";
import { alarms } from "./alarms.ts";
import { nav } from "./nav.ts";
import { shell } from "./shell.ts";
import { signIn } from "./sign-in.ts";

/** Everything that the page says in this language, by area. */
export const en = {
  common,
  shell,
  nav,
  signIn,
  errors,
  overview,
  addCamera,
  policies,
  zones,
  behaviors,
  incidents,
  cameras,
  alarms,
  doctor,
  health,
  configuration,
  keys,
  webhooks,
  media,
  voice,
  jobs,
  robots,
};

/** What every language has to say: English is the source. */
export type Words = typeof en;
