/** Roles of colours. `primary` is the main colour; each role occurs at most once, except `neutral`. */
export const brandColorRoles = [
  "primary",
  "secondary",
  "accent",
  "background",
  "surface",
  "text",
  "neutral",
] as const;

/** Roles of typefaces. */
export const brandFontRoles = ["heading", "body", "button", "monospace"] as const;

/** Sources of typefaces: a service, a file of the site, or the reader's own machine. */
export const brandFontSources = ["google_fonts", "adobe_fonts", "web_font", "system"] as const;

/** Role of a colour. */
export type BrandColorRole = (typeof brandColorRoles)[number];

/** Role of a typeface. */
export type BrandFontRole = (typeof brandFontRoles)[number];

/** Source of a typeface. */
export type BrandFontSource = (typeof brandFontSources)[number];
