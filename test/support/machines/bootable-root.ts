import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { tempDir } from "../box/temp-dir.ts";
import { debianRoot, inside } from "./debian-root.ts";

const run = promisify(execFile);

/** What a virtual machine needs beside Debian's smallest root, and what Gatehouse depends on. */
const packages = [
  "adduser",
  "ca-certificates",
  "dbus",
  "ffmpeg",
  "iproute2",
  "linux-image-cloud-amd64",
  "openssh-server",
  "procps",
  "systemd-sysv",
  "udev",
];
const diskBytes = 8 * 1024 ** 3;

const network = `[Match]
Name=en*
[Network]
Address=10.0.2.15/24
LinkLocalAddressing=no
IPv6AcceptRA=no
`;

/** A Debian 12 root that boots under systemd, and the key that its SSH server accepts. */
export interface BootableRoot {
  dir: string;
  keyFile: string;
}

/** Prepares a root, into which the test may install more with `inside` before it makes the disk. */
export async function bootableRoot(t: TestContext): Promise<BootableRoot> {
  const dir = await debianRoot(t, packages);
  const keyFile = join(await tempDir(t), "key");
  await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", keyFile]);
  await mkdir(join(dir, "root/.ssh"), { recursive: true, mode: 0o700 });
  await copyFile(`${keyFile}.pub`, join(dir, "root/.ssh/authorized_keys"));
  await writeFile(join(dir, "etc/fstab"), "/dev/vda / ext4 defaults 0 1\n");
  await writeFile(join(dir, "etc/hostname"), "machine\n");
  await writeFile(join(dir, "etc/hosts"), "127.0.0.1 localhost machine\n");
  await writeFile(join(dir, "etc/systemd/network/wired.network"), network);
  await mkdir(join(dir, "var/log/journal"), { recursive: true });
  await inside(dir, "systemctl", "enable", "systemd-networkd", "ssh");
  await inside(dir, "systemctl", "mask", "apt-daily.timer", "apt-daily-upgrade.timer");
  return { dir, keyFile };
}

/** A disk with that root, and the kernel that boots it. */
export interface BootDisk {
  image: string;
  kernel: string;
  initrd: string;
  keyFile: string;
}

/** Makes the disk; what the root folder gets later is not on it. */
export async function bootDisk(t: TestContext, root: BootableRoot): Promise<BootDisk> {
  const out = await tempDir(t);
  await rm(join(root.dir, "usr/sbin/policy-rc.d"), { force: true });
  const boot = await readdir(join(root.dir, "boot"));
  const disk: BootDisk = {
    image: join(out, "disk.img"),
    kernel: join(out, "vmlinuz"),
    initrd: join(out, "initrd"),
    keyFile: root.keyFile,
  };
  await copyFile(join(root.dir, "boot", named(boot, "vmlinuz-")), disk.kernel);
  await copyFile(join(root.dir, "boot", named(boot, "initrd.img-")), disk.initrd);
  await fileSystem(root.dir, disk.image);
  return disk;
}

function named(entries: readonly string[], prefix: string): string {
  const found = entries.find((entry) => entry.startsWith(prefix));
  if (found === undefined) throw new Error(`the root has no /boot/${prefix}*`);
  return found;
}

/** Makes an ext4 file system of 8 GiB, most of it holes, with the content of a folder. */
export async function fileSystem(dir: string, image: string): Promise<void> {
  await writeFile(image, "");
  await truncate(image, diskBytes);
  await run("mkfs.ext4", ["-q", "-F", "-m", "0", "-d", dir, image]);
}
