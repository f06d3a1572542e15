import { execFileSync } from "node:child_process";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repoDir } from "../box/appliance.ts";

/** Writes the certificate `cert` of an authority of its own, good between the two times of `dates` (each after its option, YYYYMMDDHHMMSSZ); false where openssl cannot. */
export function expiredCertificate(dir: string, cert: string, dates: string[]): boolean {
  const run = (...args: string[]): void =>
    void execFileSync("openssl", args, { cwd: dir, stdio: "ignore" });
  try {
    run(
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-subj",
      "/CN=old",
      "-keyout",
      "ca.key",
      "-out",
      "ca.pem",
      "-days",
      "1",
    );
    run("req", "-new", "-key", "ca.key", "-subj", "/CN=old", "-out", "old.csr");
    execFileSync(
      "sh",
      [
        "-c",
        "mkdir -p demoCA/newcerts && : > demoCA/index.txt && echo 01 > demoCA/serial && printf '[ca]\\ndefault_ca=d\\n[d]\\ndir=./demoCA\\ndatabase=$dir/index.txt\\nserial=$dir/serial\\nnew_certs_dir=$dir/newcerts\\ndefault_md=sha256\\npolicy=p\\n[p]\\ncommonName=supplied\\n' > ca.cnf",
      ],
      { cwd: dir },
    );
    run(
      "ca",
      "-batch",
      "-config",
      "ca.cnf",
      "-cert",
      "ca.pem",
      "-keyfile",
      "ca.key",
      "-in",
      "old.csr",
      "-out",
      cert,
      "-startdate",
      dates[1]!.slice(2),
      "-enddate",
      dates[3]!.slice(2),
      "-notext",
    );
    return true;
  } catch {
    return false;
  }
}

/** The models of the repository in a folder below `dir`. */
export async function copyOfModels(dir: string): Promise<string> {
  const to = join(dir, "models");
  await cp(join(repoDir, "models"), to, { recursive: true });
  return to;
}

/** Such a copy with one net that has a wrong byte. */
export async function brokenModels(dir: string): Promise<string> {
  const to = await copyOfModels(dir);
  const file = (await readdir(to, { recursive: true })).find((name) => name.endsWith(".onnx"))!;
  const bytes = await readFile(join(to, file));
  bytes[bytes.length - 10]! ^= 0xff;
  await writeFile(join(to, file), bytes);
  return to;
}
