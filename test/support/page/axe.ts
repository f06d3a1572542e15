import axe from "axe-core";
import type { Page } from "playwright-core";

/** WCAG 2.2 up to level AA, as far as a program can judge it. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe-core finds wrong on the page as it is now, at its top, by `rules` or by all: rule, help, and the elements. */
export async function accessibilityProblems(
  page: Page,
  rules: readonly string[] = [],
): Promise<string[]> {
  // The sticky header may cover half of a control elsewhere.
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })");
  // By the debugger's way in: the page's own policy runs no script from elsewhere.
  await page.evaluate(axe.source);
  const runOnly =
    rules.length > 0 ? { type: "rule", values: rules } : { type: "tag", values: tags };
  const options = JSON.stringify({ runOnly });
  return (await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => [id, help, target.join(" "), failureSummary].join(" | "))))`,
  )) as string[];
}
