/** Characters of a prompt. */
export const promptMax = 5000;

/** Types of pictures that the box reads. */
export const pictureFiles = "image/jpeg,image/png,image/webp";
