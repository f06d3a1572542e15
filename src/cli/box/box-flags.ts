import { readFile } from "node:fs/promises";
import { fail } from "../../base/contract/fail.ts";
import { type BoxAddress, ownAddress } from "./api.ts";
import { loadSite, type SiteFlags } from "./site.ts";

/** Flags of the commands that call the API of a box. */
export interface BoxFlags extends SiteFlags {
  url?: string;
  keyFile?: string;
  caFile?: string;
}

/** Returns the text of a file that the user named. Fails with `config_invalid`. */
export async function textOf(file: string): Promise<string> {
  return await readFile(file, "utf8").catch((cause) => {
    throw fail("config_invalid", `${file}: cannot be read. Check its path and mode`, { cause });
  });
}

/** Returns the box of the flags; without `--url` the one of this machine. `preset` is the one to advise for its key. */
export async function boxOfFlags(
  { keyFile, url, caFile, ...site }: BoxFlags,
  preset: string,
): Promise<BoxAddress> {
  if (keyFile === undefined) {
    throw fail(
      "config_invalid",
      `--key-file: is missing. Write a key of the preset ${preset} into a file and name the file`,
    );
  }
  const key = (await textOf(keyFile)).split(/\r?\n/, 1)[0]!.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw fail("config_invalid", `${keyFile}: has no key in its first line. Write the key there`);
  }
  const ca = caFile === undefined ? {} : { ca: await textOf(caFile) };
  if (url === undefined) return { ...(await ownAddress(await loadSite(site))), ...ca, key };
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw fail(
      "config_invalid",
      "--url: is no address. Write it like https://gatehouse.local:8480",
    );
  }
  return { url, ...ca, key };
}
