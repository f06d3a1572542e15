/**
 * A signed address of the box as this page can load it: without the box's public name, because the page
 * may have been reached under another one. Undefined for addresses of others, which the page's policy bars.
 */
export function assetAddress(url: string): string | undefined {
  if (!URL.canParse(url, location.origin)) return undefined;
  const { pathname, search } = new URL(url, location.origin);
  return pathname.startsWith("/api/v1/assets/") ? pathname + search : undefined;
}
