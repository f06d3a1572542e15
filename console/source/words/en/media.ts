/** Pictures, brands and avatars. */
export const media = {
  brands: "Brands",
  pictures: "Pictures",
  avatars: "Avatars",
  noBrands: "No brands yet. The API reads a brand from a web address.",
  noPictures: "No pictures yet.",
  noAvatars: "No avatars yet.",
  logo: "Logo of {name}",
  colors: "Colours",
  fonts: "Typefaces",
  voice: "Voice",
  dos: "Do",
  donts: "Do not",
  audience: "Audience",
  placeholder: "placeholder",
  pictureOf: "Picture for: {text}",
};
