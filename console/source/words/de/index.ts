import type { Words } from "../en/index.ts";
import { common } from "./common.ts";
import { errors } from "./errors.ts";
import { robots } from "./robots.ts";
import { jobs } from "./jobs.ts";
import { media } from "./media.ts";
import { webhooks } from "./webhooks.ts";
import { keys } from "./keys.ts";
import { configuration } from "./configuration.ts";
import { health } from "./health.ts";
import { nav } from "./nav.ts";
import { shell } from "./shell.ts";
import { signIn } from "./sign-in.ts";

/** Everything that the page says in this language, by area. */
export const de: Words = {
  common,
  shell,
  nav,
  signIn,
  errors,
  health,
  configuration,
  keys,
  webhooks,
  media,
  jobs,
  robots,
};
