/**
 * Rules of this house for oxlint. Each is held by a planted violation in `test/support/repo/planted-violations.ts`.
 */
import { posix } from "node:path";

import { modules, packages, rooms, roots } from "./layers.js";

/** Path below the nearest `src/` of the repository, or undefined for files outside of it. */
function belowSrc(filename) {
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

function roleOf(path) {
  const name = posix.basename(path);
  if (name === "module.ts" || roots.includes(path)) return "root";
  if (path.includes("/routes/")) return "routes";
  if (path.includes("/wire/")) return "wire";
  if (/^doctor-(checks|sentences)\.ts$/.test(name)) return "doctor";
  return /^site-(settings|checks|parts)\.ts$/.test(name) ? "site" : "domain";
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

/**
 * Returns the verdict of the importing file's role: true allows and false forbids the import,
 * undefined leaves it to the module's line.
 */
function isAllowedByRole(path, target, isType) {
  const [from, to] = [roleOf(path), roleOf(target)];
  if (from === "root") return true;
  if (to === "root") return undefined;
  if (from === "wire") return to === "wire" || target.startsWith("base/");
  if (to === "wire") return true;
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

function roleProblem(path, target) {
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
  if (role === "root" || homes.includes(moduleOf(path)) || homes.includes(`role:${role}`)) return;
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
    const path = belowSrc(context.filename) ?? "";
    // `fail()` stands above the core, so the core makes its own.
    const mayConstruct = path.startsWith("base/core/") || path === "base/contract/fail.ts";
    const names = mayConstruct ? bareErrors : [...bareErrors, "GatehouseError"];
    const check = (node) => {
      if (node.callee.type !== "Identifier" || !names.includes(node.callee.name)) return;
      context.report({
        node,
        message: "Throw a coded error: fail(code, …) of base/contract/fail.ts.",
      });
    };
    return { NewExpression: check, CallExpression: check };
  },
};

const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;

/** Files that speak the wire, a stored format or a foreign protocol. */
function speaksWire(path) {
  const name = posix.basename(path);
  if (path.startsWith("adapters/") || /\/(wire|routes)\//.test(path)) return true;
  if (roleOf(path) === "doctor") return true;
  return name.startsWith("site-") || /-(wire|record)\.ts$/.test(name);
}

/** Reports the first snake_case name of a file, except in files that `.oxlintrc.json` allows. */
const noSnakeCase = {
  create(context) {
    const path = belowSrc(context.filename);
    if (path === undefined || speaksWire(path)) return {};
    let isReported = false;
    const check = (node) => {
      if (isReported || node?.type !== "Identifier" || !snakeCase.test(node.name)) return;
      isReported = true;
      const places = "wire/, routes/, site-*.ts, doctor-*.ts, *-wire.ts, *-record.ts and adapters";
      context.report({ node, message: `snake_case stays in ${places}: rename ${node.name}.` });
    };
    return {
      Property: (node) => check(node.computed ? undefined : node.key),
      PropertyDefinition: (node) => check(node.key),
      TSPropertySignature: (node) => check(node.key),
      MemberExpression: (node) => check(node.computed ? undefined : node.property),
      VariableDeclarator: (node) => check(node.id),
    };
  },
};

/** True for `resolve` of `new Promise((resolve) => …)`. */
function isResolveOf(callback, executors) {
  if (callback?.type !== "Identifier") return false;
  return executors.some((each) => each.params.some((param) => param.name === callback.name));
}

/** Tests wait for a condition or move the clock; they do not sleep. */
const noSleep = {
  create(context) {
    const executors = [];
    const report = (node) =>
      context.report({ node, message: "No sleep: wait with until(), or move the fake clock." });
    const isPromise = (node) => node.callee.type === "Identifier" && node.callee.name === "Promise";
    return {
      NewExpression: (node) => {
        if (isPromise(node) && node.arguments[0]?.params) executors.push(node.arguments[0]);
      },
      "NewExpression:exit": (node) => {
        if (executors.at(-1) === node.arguments[0]) executors.pop();
      },
      CallExpression: (node) => {
        const name = node.callee.name ?? node.callee.property?.name;
        if (name === "setTimeout" && isResolveOf(node.arguments[0], executors)) report(node);
      },
      ImportDeclaration: (node) => {
        const sleeps = node.specifiers.some(({ imported }) => imported?.name !== "setImmediate");
        if (sleeps && /^(node:)?timers\/promises$/.test(node.source.value)) report(node);
      },
    };
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

const vagueNames = new Set("told made asked wanted shown kept given behind seen".split(" "));

/** Identifiers that a binding declares: of a declarator or a parameter, however deep in patterns. */
function boundNames(node) {
  switch (node?.type) {
    case "Identifier":
      return [node];
    case "ObjectPattern":
      return node.properties.flatMap((each) => boundNames(each.value ?? each.argument));
    case "ArrayPattern":
      return node.elements.flatMap(boundNames);
    case "AssignmentPattern":
      return boundNames(node.left);
    case "RestElement":
      return boundNames(node.argument);
    case "TSParameterProperty":
      return boundNames(node.parameter);
    default:
      return [];
  }
}

const plainNames = {
  create(context) {
    const check = (node) => {
      for (const bound of boundNames(node)) {
        if (!vagueNames.has(bound.name)) continue;
        context.report({ node: bound, message: `Name ${bound.name} by what it holds.` });
      }
    };
    const params = (node) => node.params.forEach(check);
    return {
      VariableDeclarator: (node) => check(node.id),
      FunctionDeclaration: params,
      FunctionExpression: params,
      ArrowFunctionExpression: params,
      TSFunctionType: params,
      TSMethodSignature: params,
    };
  },
};

const upperCase = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

const constantCase = {
  create(context) {
    return {
      VariableDeclarator(node) {
        if (node.id.type !== "Identifier" || node.id.name.length < 2) return;
        if (!upperCase.test(node.id.name)) return;
        context.report({ node: node.id, message: `Constants are in camelCase: ${node.id.name}.` });
      },
    };
  },
};

const noDoubleCast = {
  create(context) {
    return {
      TSAsExpression(node) {
        const inner = node.expression;
        if (inner.type !== "TSAsExpression") return;
        if (inner.typeAnnotation.type !== "TSUnknownKeyword") return;
        const message =
          "Type the value instead of `as unknown as`, or name the file in .oxlintrc.json.";
        context.report({ node, message });
      },
    };
  },
};

/** Stands for the value of an expression in a text that the source only gives in part. */
const anyValue = "\u0000";

/**
 * Returns the possible texts of `node`, with `anyValue` for values of the run; undefined when
 * unknown.
 */
function textsOf(node, context) {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : undefined;
    case "TemplateLiteral":
      return [node.quasis.map((each) => each.value.cooked).join(anyValue)];
    case "BinaryExpression": {
      if (node.operator !== "+") return undefined;
      const [left, right] = [textsOf(node.left, context), textsOf(node.right, context)];
      if (left === undefined && right === undefined) return undefined;
      return (left ?? [anyValue]).flatMap((a) => (right ?? [anyValue]).map((b) => a + b));
    }
    case "ConditionalExpression": {
      const each = [node.consequent, node.alternate].map((branch) => textsOf(branch, context));
      return each.every((texts) => texts === undefined) ? undefined : each.flatMap((t) => t ?? []);
    }
    case "Identifier":
      return textsOf(constantOf(node, context), context);
    default:
      return undefined;
  }
}

/** The initial value of the constant that `node` names. */
function constantOf(node, context) {
  for (let scope = context.sourceCode.getScope(node); scope; scope = scope.upper) {
    const variable = scope.set.get(node.name);
    if (variable === undefined) continue;
    const [definition] = variable.defs;
    const isConstant = definition?.type === "Variable" && definition.parent?.kind === "const";
    return isConstant && definition.node.id.type === "Identifier"
      ? definition.node.init
      : undefined;
  }
  return undefined;
}

/** `<field>: <what is wrong>. <what to do>`; a value of the run may hold any part of it. */
const wholeMessage = /^[^\s:]+( [^\s:]+){0,3}: .*[^.]\. \S/s;
const fieldMessage = /^[^.].*[^.]\. \S/s;

/** True when values of the run may bring the parts that the text of the source lacks. */
function mayMatch(text, pattern) {
  if (pattern.test(text)) return true;
  const end = text.replace(/^[^\s:]+: /, "");
  return end.includes(anyValue) && !end.replaceAll(anyValue, "").includes(" ");
}

const messageForm = {
  create(context) {
    const check = (node) => {
      if (node.callee.type !== "Identifier") return;
      const isField = node.callee.name === "invalidField";
      if (!isField && !["fail", "GatehouseError"].includes(node.callee.name)) return;
      const [first, message] = node.arguments;
      // A defect of the program: the caller reads the table's words.
      if (first?.value === "internal_error") return;
      const pattern = isField ? fieldMessage : wholeMessage;
      const wrong = textsOf(message, context)?.find((text) => !mayMatch(text, pattern));
      if (wrong === undefined) return;
      const form = isField
        ? "<what is wrong>. <what to do>"
        : "<field>: <what is wrong>. <what to do>";
      context.report({ node: message, message: `A message reads \`${form}\`.` });
    };
    return { CallExpression: check, NewExpression: check };
  },
};

/** oxlint loads a plugin by its default export; this is the only one in the repository. */
export default {
  meta: { name: "house" },
  rules: {
    layers,
    "no-re-export": noReExport,
    "no-bare-error": noBareError,
    "no-sleep": noSleep,
    "no-snake-case": noSnakeCase,
    "exported-doc": exportedDoc,
    "plain-names": plainNames,
    "constant-case": constantCase,
    "no-double-cast": noDoubleCast,
    "message-form": messageForm,
    "no-process-env": noProcessMember("env", "Only src/system/config reads the environment."),
    "no-process-exit": noProcessMember(
      "exit",
      "Only main.ts, cli and the entry points of child processes end the process.",
    ),
  },
};
