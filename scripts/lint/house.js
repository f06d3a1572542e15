/**
 * Rules of this house for oxlint. Each is held by a planted violation in `test/repo/lint.test.ts`.
 */
import { posix } from "node:path";

import { everywhere, folders, packages, roots } from "./layers.js";

/** Path below the nearest `src/` of the repository, or undefined for files outside of it. */
function belowSrc(filename) {
  const path = filename.replaceAll("\\", "/");
  const at = path.lastIndexOf("/src/");
  return at === -1 ? undefined : path.slice(at + "/src/".length);
}

/** Folder of the import table that `path` (below `src/`) is in; for a root file its own name. */
function folderOf(path) {
  const parts = path.split("/");
  if (parts.length === 1) return parts[0];
  return parts[0] === "adapters" && parts.length > 2 ? `adapters/${parts[1]}` : parts[0];
}

function isAllowed(from, to, isType) {
  if (from === to) return true;
  const allowed = [
    ...(folders[from] ?? []),
    ...(from === "core" || from === "contract" ? [] : everywhere),
  ];
  return allowed.includes(to) || (isType && allowed.includes(`type:${to}`));
}

function packageOf(specifier) {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0];
}

/** What is wrong with importing `specifier` in `path`, or undefined. */
function layerProblem(path, specifier, isType) {
  const from = folderOf(path);
  if (specifier.startsWith("node:")) return undefined;
  if (!specifier.startsWith(".")) {
    const name = packageOf(specifier);
    const homes = packages[name];
    if (homes === undefined) return `package ${name} has no home in scripts/lint/layers.js`;
    if (roots.includes(from) || homes.includes(from)) return undefined;
    return `package ${name} may be imported in ${homes.join(", ")} only`;
  }
  const target = posix.join(posix.dirname(path), specifier);
  if (target.startsWith(".."))
    return target.endsWith("package.json") ? undefined : `${specifier} leaves src/`;
  if (roots.includes(from)) return undefined;
  if (folders[from] === undefined) return `folder ${from} is not in scripts/lint/layers.js`;
  const to = folderOf(target);
  return isAllowed(from, to, isType) ? undefined : `${from} may not import ${to}`;
}

function isTypeOnly(node) {
  if (node.importKind === "type" || node.exportKind === "type") return true;
  const specifiers = node.specifiers ?? [];
  return specifiers.length > 0 && specifiers.every((each) => each.importKind === "type");
}

const layers = {
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

const noReExport = {
  create(context) {
    const report = (node) =>
      context.report({ node, message: "No re-exports: import from the file that defines it." });
    return {
      ExportAllDeclaration: report,
      ExportNamedDeclaration: (node) => {
        if (node.source) report(node);
      },
    };
  },
};

const bareErrors = ["Error", "TypeError", "RangeError", "SyntaxError", "EvalError", "URIError"];

const noBareError = {
  create(context) {
    const check = (node) => {
      if (node.callee.type !== "Identifier" || !bareErrors.includes(node.callee.name)) return;
      context.report({ node, message: "Throw a coded error: fail(code, …) of contract/fail.ts." });
    };
    return { NewExpression: check, CallExpression: check };
  },
};

function hasDoc(context, node) {
  const last = context.sourceCode.getCommentsBefore(node).at(-1);
  return last?.type === "Block" && last.value.startsWith("*") && last.value.trim().length > 2;
}

const exportedDoc = {
  create(context) {
    let previous;
    return {
      ExportNamedDeclaration(node) {
        const declaration = node.declaration;
        if (!declaration) return;
        const name = (declaration.id ?? declaration.declarations?.[0]?.id)?.name;
        const isOverload = name !== undefined && name === previous;
        previous = name;
        if (isOverload || hasDoc(context, node)) return;
        context.report({ node, message: `Export ${name ?? ""} needs a doc comment.` });
      },
    };
  },
};

/** A rule that forbids `process.<name>`, also destructured or imported from `node:process`. */
function noProcessMember(name, message) {
  return {
    create(context) {
      return {
        MemberExpression(node) {
          const property = node.computed ? node.property.value : node.property.name;
          if (
            node.object.type === "Identifier" &&
            node.object.name === "process" &&
            property === name
          ) {
            context.report({ node, message });
          }
        },
        VariableDeclarator(node) {
          if (node.init?.type !== "Identifier" || node.init.name !== "process") return;
          if (node.id.type !== "ObjectPattern") return;
          const property = node.id.properties.find((each) => each.key?.name === name);
          if (property) context.report({ node: property, message });
        },
        ImportDeclaration(node) {
          if (!["node:process", "process"].includes(node.source.value)) return;
          const specifier = node.specifiers.find((each) => each.imported?.name === name);
          if (specifier) context.report({ node: specifier, message });
        },
      };
    },
  };
}

/** oxlint loads a plugin by its default export; this is the only one in the repository. */
export default {
  meta: { name: "house" },
  rules: {
    layers,
    "no-re-export": noReExport,
    "no-bare-error": noBareError,
    "exported-doc": exportedDoc,
    "no-process-env": noProcessMember("env", "Only src/config reads the environment."),
    "no-process-exit": noProcessMember("exit", "Only main.ts, cli and children end the process."),
  },
};
