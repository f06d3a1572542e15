import type { Words } from "../en/index.ts";
import { common } from "./common.ts";
import { errors } from "./errors.ts";
import { nav } from "./nav.ts";
import { shell } from "./shell.ts";
import { signIn } from "./sign-in.ts";

/** Everything that the page says in this language, by area. */
export const fr: Words = {
  common,
  shell,
  nav,
  signIn,
  errors,
};
