import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { scopes } from "../../../src/base/contract/scopes.ts";
import { operationId } from "../../../src/http/openapi/openapi-names.ts";
import type { Route } from "../../../src/http/route.ts";
import { Catalog } from "../../../src/mcp/catalog.ts";
import { Rig } from "../../support/http/rig.ts";
import { toolNames } from "../../support/mcp/tool-names.ts";

describe("the catalogue of tools", () => {
  const rig = new Rig();
  before(() => rig.start());
  after(() => rig.stop());

  const routes = (): readonly Route[] => rig.services.inProcess.routes();
  const namesOf = (all: readonly Route[], withAdministration = true): string[] =>
    new Catalog({ routes: () => all, withAdministration })
      .allowed(scopes, undefined)
      .map(({ tool }) => tool.name);

  test("agents get the listed routes and no other", () => {
    assert.deepEqual(namesOf(routes()).toSorted(), toolNames);
  });

  test("a route that does not say that it is a tool is none", () => {
    const marked = routes().find((route) => operationId(route) === "listIncidents")!;
    assert.deepEqual(namesOf([marked]), ["listIncidents"]);
    assert.deepEqual(namesOf([{ ...marked, isTool: false }]), []);
    const { isTool: _, ...silent } = marked;
    assert.deepEqual(namesOf([silent]), []);
  });

  test("a key gets only tools of its scopes, and tools that administer only where the site allows it", () => {
    const create = routes().filter((route) => operationId(route) === "createKey");
    assert.deepEqual(namesOf(create), ["createKey"]);
    assert.deepEqual(namesOf(create, false), []);
  });

  test("every tool needs a scope, takes JSON and answers with JSON or a picture", () => {
    for (const route of routes().filter(({ isTool }) => isTool)) {
      const name = operationId(route);
      assert.ok(route.access !== "public" && route.access !== "any" && !route.hidden, name);
      assert.ok(!route.streaming && !route.rawBody && !route.streamsBody, name);
      const good = Object.entries(route.answers).filter(([status]) => status.startsWith("2"));
      for (const [, { contentType = "application/json" }] of good) {
        assert.match(contentType, /^application\/json$|^image\//, name);
      }
    }
  });
});
