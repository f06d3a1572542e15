import { Ajv2020 } from "ajv/dist/2020.js";
import type { OpenApiDocument, OpenApiOperation } from "../../../src/http/openapi/openapi.ts";

/** An answer as a client got it. */
export interface SeenAnswer {
  method: string;
  /** Path without query. */
  path: string;
  status: number;
  header(name: string): string | null | undefined;
  /** The body's text. */
  text: string;
}

const isJson = /^application\/(problem\+)?json$/;

/** One operation with where it stands. */
export interface Listed {
  path: string;
  method: string;
  operation: OpenApiOperation;
}

type Check = ((value: unknown) => boolean) & { errors?: unknown };

/** Every operation of the document. */
export function operationsOf(document: OpenApiDocument): Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/**
 * Checks answers against the document. Objects count as closed, so that a field that is not in the
 * document is found too; readers of the document must not do so.
 */
export class AnswerChecks {
  readonly #ajv = new Ajv2020({
    strict: false,
    logger: false,
    // openapi.test checks the schemas themselves.
    meta: false,
    validateSchema: false,
    formats: { uuid: /^[0-9a-f-]{36}$/i },
  });
  readonly #operations: (Listed & { pattern: RegExp })[];
  readonly #checks = new Map<string, Check>();

  constructor(document: OpenApiDocument) {
    this.#ajv.addSchema(closed(document) as object, "api");
    this.#operations = operationsOf(document)
      .toSorted((a, b) => a.path.split("{").length - b.path.split("{").length)
      .map((listed) => ({
        ...listed,
        pattern: new RegExp(
          `^${listed.path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]*")}$`,
        ),
      }));
  }

  /** What is wrong with the answer: empty when nothing is. Unknown paths are refusals by themselves. */
  problems(answer: SeenAnswer): string[] {
    const found: string[] = [];
    if (!answer.header("x-request-id")?.startsWith("req_svc_")) found.push("no X-Request-Id");
    const method = answer.method.toLowerCase();
    const listed = this.#operations.find(
      (one) => one.method === method && one.pattern.test(answer.path),
    );
    if (!listed)
      return [405, 404, 400, 401, 421].includes(answer.status)
        ? found
        : [...found, "not in the document"];
    const response = listed.operation.responses[String(answer.status)];
    if (!response) return [...found, `status ${answer.status} is not declared`];
    const type = answer.header("content-type")?.split(";", 1)[0] ?? "";
    if (answer.status >= 400 || "application/json" in response.content) {
      if (!isJson.test(type) || !(type in response.content))
        return [...found, `content type ${type}`];
      return [...found, ...this.#wrongBody(listed, answer, type)];
    }
    return found;
  }

  #wrongBody({ path, method, operation }: Listed, answer: SeenAnswer, type: string): string[] {
    const pointer = [path, method, "responses", String(answer.status), "content", type]
      .map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1"))
      .join("/");
    const { schema } = operation.responses[String(answer.status)]!.content[type]!;
    // Most operations answer alike: a shared schema is compiled once.
    const shared = schema?.["$ref"];
    const ref = `api${typeof shared === "string" ? shared : `#/paths/${pointer}/schema`}`;
    let check = this.#checks.get(ref);
    if (!check) {
      check = this.#ajv.compile({ $ref: ref }) as Check;
      this.#checks.set(ref, check);
    }
    const body: unknown = JSON.parse(answer.text);
    if (check(body)) return [];
    return [`${JSON.stringify(check.errors)} in ${answer.text.slice(0, 600)}`];
  }
}

function closed(piece: unknown): unknown {
  if (Array.isArray(piece)) return piece.map(closed);
  if (typeof piece !== "object" || piece === null) return piece;
  const copy = Object.fromEntries(
    Object.entries(piece).map(([key, value]) => [key, closed(value)]),
  );
  const isOpenObject = copy["type"] === "object" && typeof copy["properties"] === "object";
  if (isOpenObject && copy["additionalProperties"] === undefined) {
    copy["additionalProperties"] = false;
  }
  return copy;
}
