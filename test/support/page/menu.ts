import type { Page } from "playwright-core";

/** Chooses the page's language by its code in the user's menu, which then closes. */
export async function chooseLanguage(page: Page, code: string): Promise<void> {
  await page.locator(".menu-button").click();
  await page.locator(".language").selectOption(code);
  await page.locator(`html[lang=${code}]`).waitFor({ state: "attached" });
  await page.locator(".menu").waitFor({ state: "hidden" });
}

/** Opens the user's menu and signs out. */
export async function signOut(page: Page): Promise<void> {
  await page.locator(".menu-button").click();
  await page.locator(".menu button").click();
}
