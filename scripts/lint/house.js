/**
 * Rules of this house for oxlint. Each is held by a planted violation in `test/support/repo/planted-violations.ts`.
 */
import { belowSrc, layers, speaksWire } from "./import-table.js";
import { messageForm } from "./message-form.js";

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

const logMethods = ["debug", "info", "warn", "error", "withLogFields"];

/** True for a field of the log, which is in snake_case: `log.warn({ job_id })`. */
function isLogField(property) {
  const call = property.parent?.parent;
  if (call?.type !== "CallExpression" || call.arguments[0] !== property.parent) return false;
  return logMethods.includes(call.callee.name ?? call.callee.property?.name);
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
      const message = `snake_case stays where the wire is spoken: rename ${node.name}, or map it in a *-wire.ts.`;
      context.report({ node, message });
    };
    return {
      Property: (node) => check(node.computed || isLogField(node) ? undefined : node.key),
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
