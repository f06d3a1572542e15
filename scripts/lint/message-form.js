/** The rule `house/message-form`: how the message of an error reads. */

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

/** Holds the messages of coded errors to the pattern. */
export const messageForm = {
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
