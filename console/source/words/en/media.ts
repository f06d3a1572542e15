/** Pictures, brands and avatars. */
export const media = {
  brands: "Brands",
  pictures: "Pictures",
  avatars: "Avatars",
  noBrands: "No brand is stored. The API reads one from an address.",
  noPictures: "No picture has been made.",
  noAvatars: "No avatar is saved.",
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
