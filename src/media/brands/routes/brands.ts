import { Type } from "typebox";
import { listOf } from "../../../base/contract/answers.ts";
import {
  brandAnswer as brandData,
  brandDeletedAnswer,
  type BrandWire,
} from "../wire/brand-answers.ts";
import { fail } from "../../../base/contract/fail.ts";
import type { Jobs } from "../../../base/jobs/jobs.ts";
import { type Answer, listAnswer } from "../../../http/answers/envelope-wire.ts";
import type { BrandService } from "../brand-service.ts";
import { brandWire } from "../brand-wire.ts";
import {
  closedObject,
  expandParameters,
  expansionsOf,
  pageOf,
  pageParameters,
  sliceById,
  uuidParameter,
} from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";

const base = "/api/v1/brands";
const params = closedObject({ brand_id: uuidParameter });
const expansions = ["latest_job"] as const;
const expanding = expandParameters(expansions);

type Brands = Pick<BrandService, "list" | "get" | "remove">;

/** Stored brands (contract section 4.7); extraction and projection are operations. */
export function brandRoutes(brands: Brands, jobs: Jobs): Route[] {
  return [list(brands, jobs), one(brands, jobs), remove(brands)];
}

function list(brands: Brands, jobs: Jobs): Route {
  return route({
    method: "GET",
    path: base,
    summary: "List brands, newest first; `query` searches names, addresses and taglines",
    tag: "brands",
    access: "brands:read",
    isTool: true,
    query: closedObject({
      ...pageParameters,
      query: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      ...expanding,
    }),
    answers: { 200: { description: "A page of brands", schema: listOf(brandData) } },
    handle({ caller: { org }, query }) {
      const found = brands.list(org, query.query).map(brandWire);
      const page = sliceById(found, pageOf(query), "newest first");
      const items =
        expansionsOf(query, expansions).length > 0
          ? page.items.map((each) => withJob(jobs, org, each))
          : page.items;
      return listAnswer({ ...page, items });
    },
  });
}

function one(brands: Brands, jobs: Jobs): Route {
  return route({
    method: "GET",
    path: `${base}/:brand_id`,
    summary: "Get one brand",
    tag: "brands",
    access: "brands:read",
    isTool: true,
    params,
    query: closedObject(expanding),
    answers: { 200: { description: "The brand", schema: brandData } },
    handle({ caller: { org }, params: { brand_id: id }, query }) {
      const found = brands.get(org, id);
      if (!found) throw unknown();
      const brand = brandWire(found);
      return brandAnswer(
        expansionsOf(query, expansions).length > 0 ? withJob(jobs, org, brand) : brand,
      );
    },
  });
}

function remove(brands: Brands): Route {
  return route({
    method: "DELETE",
    path: `${base}/:brand_id`,
    summary: "Delete a brand with its pictures; its jobs stay",
    tag: "brands",
    access: "brands:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: brandDeletedAnswer } },
    async handle({ caller, params: { brand_id: id } }) {
      if (!(await brands.remove(caller.org, id))) throw unknown();
      const data = { id, object: "brand", deleted: true };
      return { object: "brand", status: "deleted", data };
    },
  });
}

/** Returns the brand with the newest job that created or used it, as long as that job is stored. */
function withJob(jobs: Jobs, org: string, brand: BrandWire): BrandWire {
  const page = jobs.list(org, { tags: { brandId: brand.id } }, { limit: 1, offset: 0 });
  const job = page.items[0];
  return job ? { ...brand, latest_job: jobs.toWire(job) } : brand;
}

function brandAnswer(brand: BrandWire): Answer {
  return { object: "brand", status: "active", createdAt: brand.created_at, data: brand };
}

function unknown() {
  return fail("not_found", "brand_id: there is no such brand. List the brands");
}
