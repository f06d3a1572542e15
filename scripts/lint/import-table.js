/** The rule `house/layers`: who may import whom. */
import { posix } from "node:path";

import { rooms } from "./layer-rooms.js";
import { modules, packages, roots } from "./layers.js";

/** Path below the nearest `src/` of the repository, or undefined for files outside of it. */
export function belowSrc(filename) {
  const path = filename.replaceAll("\\", "/");
  const at = path.lastIndexOf("/src/");
  return at === -1 ? undefined : path.slice(at + "/src/".length);
}

/** Module that `path` (below `src/`) is in; for a root file its own name. */
function moduleOf(path) {
  const parts = path.split("/");
  if (parts.length === 1) return parts[0];
  return parts[0] === "adapters" && parts.length > 2 ? `adapters/${parts[1]}` : parts[0];
}

/** Room that `path` is in: the innermost listed one, else its module's folder or the module itself. */
function roomOf(path) {
  const folders = posix.dirname(path).split("/");
  for (let depth = folders.length; depth > 2; depth -= 1) {
    const room = folders.slice(0, depth).join("/");
    if (rooms[room] !== undefined) return room;
  }
  return folders.slice(0, 2).join("/");
}

/** Role of `path` by its name and folder: root, routes, wire, terms, document, doctor, site or domain. */
export function roleOf(path) {
  const name = posix.basename(path);
  if (/^module(-[a-z]+)?\.ts$/.test(name) || roots.includes(path)) return "root";
  if (path.includes("/routes/")) return "routes";
  if (path.includes("/wire/")) return "wire";
  if (name.endsWith("-terms.ts")) return "terms";
  if (name.endsWith("-document.ts")) return "document";
  if (/^doctor-(checks|sentences)\.ts$/.test(name)) return "doctor";
  return /^site-(settings|checks|parts)\.ts$/.test(name) ? "site" : "domain";
}

/** Folders that speak the wire, the site file, or the protocol between command line and appliance. */
const wireFolders =
  /^(adapters|base\/(contract|settings)|cli|http|system\/(admin|config|doctor))\/|\/(wire|routes)\//;
/**
 * Terms, documents, mappers, what is stored or written as it is on the wire, and operations with the handlers of their jobs: they
 * read the request and write the result.
 */
const wireNames = /(^|-)(terms|document|wire|record|manifest|site|operation|handler)\.ts$/;

/**
 * True for a file of the wire. A composition root is one: it gives a module the events and records of another one, which
 * are as on the wire.
 */
export function speaksWire(path) {
  if (["doctor", "root", "site"].includes(roleOf(path))) return true;
  return wireFolders.test(path) || wireNames.test(posix.basename(path));
}

function isAllowed(allowed, to, isType) {
  return allowed.includes(to) || (isType && allowed.includes(`type:${to}`));
}

function isInner(path, target, isType) {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (moduleOf(path) !== moduleOf(target) || from === to) return true;
  if (roleOf(target) === "wire" || roleOf(path) !== "domain") return true;
  return rooms[from] === undefined || isAllowed(rooms[from], to, isType);
}

/** Routes meet in their module's `module.ts`; only the server, whose module is `http`, reads some of its own. */
function isOwnRoute(path, target) {
  const from = moduleOf(path);
  return from === moduleOf(target) && (roleOf(path) === "routes" || from === "http");
}

/** Roles that all may import → roles that they may import themselves, besides `base`. */
const shared = { terms: ["terms"], document: ["terms", "document"] };

/**
 * Returns the verdict of the importing file's role: true allows and false forbids the import,
 * undefined leaves it to the module's line.
 */
function isAllowedByRole(path, target, isType) {
  const [from, to] = [roleOf(path), roleOf(target)];
  if (from === "root") return true;
  if (to === "root") return undefined;
  if (shared[from]) return shared[from].includes(to) || isBaseDomain(target);
  if (shared[to]) return true;
  if (from === "wire") return to === "wire" || target.startsWith("base/");
  if (to === "wire") return speaksWire(path);
  if (to === "routes") return isOwnRoute(path, target);
  if (from === "routes" && moduleOf(target) === "http") return true;
  if (to === "doctor") return path.startsWith("system/doctor/");
  return isAllowedByPart(path, target, isType);
}

/**
 * Returns the verdict on imports from a module's part of the doctor or of the site file, and of a
 * part of the site file.
 */
function isAllowedByPart(path, target, isType) {
  const from = roleOf(path);
  if (from === "doctor" && target.startsWith("system/doctor/")) return true;
  const readsSettings = from === "site" || ["cli", "system"].includes(moduleOf(path));
  if (readsSettings && roleOf(target) === "site") return true;
  return (
    (["doctor", "site"].includes(from) && isType && target.startsWith("system/config/")) ||
    undefined
  );
}

function isBaseDomain(target) {
  return target.startsWith("base/") && roleOf(target) === "domain";
}

function roleProblem(path, target) {
  if (roleOf(path) === "terms") return `terms may not import ${target}`;
  if (roleOf(path) === "document") return `a document may not import ${target}`;
  if (roleOf(target) === "wire")
    return `a file of the domain may not import ${target}: map in a *-wire.ts, or move words into terms`;
  if (roleOf(path) === "wire") return `a schema of the wire may not import ${target}`;
  if (roleOf(target) === "doctor") return `only system/doctor may import ${target}`;
  return `only its module.ts and its other routes may import ${target}`;
}

function packageOf(specifier) {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0];
}

function packageProblem(path, specifier) {
  const name = packageOf(specifier);
  const homes = packages[name];
  if (homes === undefined) return `package ${name} has no home in scripts/lint/layers.js`;
  const role = roleOf(path);
  if (
    role === "root" ||
    homes.some((home) => [moduleOf(path), `role:${role}`, path].includes(home))
  )
    return;
  return `package ${name} may be imported in ${homes.join(", ")} only`;
}

/** Returns the fault of importing `specifier` in `path`, or undefined. */
function layerProblem(path, specifier, isType) {
  if (specifier.startsWith("node:")) return undefined;
  if (!specifier.startsWith(".")) return packageProblem(path, specifier);
  const target = posix.join(posix.dirname(path), specifier);
  if (target.startsWith(".."))
    return target.endsWith("package.json") ? undefined : `${specifier} leaves src/`;
  const [from, to] = [moduleOf(path), moduleOf(target)];
  if (modules[from] === undefined && roleOf(path) !== "root")
    return `folder ${from} is not in scripts/lint/layers.js`;
  const byRole = isAllowedByRole(path, target, isType);
  if (byRole === true) return undefined;
  if (byRole === false) return roleProblem(path, target);
  if (from !== to && !isAllowed(modules[from], to, isType)) return `${from} may not import ${to}`;
  if (roleOf(target) === "root" && to !== "main.ts") return `${path} may not import ${target}`;
  if (isInner(path, target, isType)) return undefined;
  return `${roomOf(path)} may not import ${roomOf(target)}`;
}

function isTypeOnly(node) {
  if (node.importKind === "type" || node.exportKind === "type") return true;
  const specifiers = node.specifiers ?? [];
  return specifiers.length > 0 && specifiers.every((each) => each.importKind === "type");
}

/** Holds every import to the tables of `layers.js` and `layer-rooms.js`: modules, their rooms, roles and packages. */
export const layers = {
  create(context) {
    const path = belowSrc(context.filename);
    if (path === undefined) return {};
    const check = (node, source, isType) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return;
      const problem = layerProblem(path, source.value, isType);
      if (problem) context.report({ node: source, message: `Import table: ${problem}.` });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source, isTypeOnly(node)),
      ExportNamedDeclaration: (node) => check(node, node.source, isTypeOnly(node)),
      ExportAllDeclaration: (node) => check(node, node.source, isTypeOnly(node)),
      ImportExpression: (node) => check(node, node.source, false),
      TSImportType: (node) => check(node, node.source ?? node.argument?.literal, true),
    };
  },
};
