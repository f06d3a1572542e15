import type { media as source } from "../en/media.ts";

/** Pictures, brands and avatars. */
export const media: typeof source = {
  brands: "品牌",
  pictures: "图片",
  avatars: "头像",
  noBrands: "尚无品牌。API 可从网址读取品牌。",
  noPictures: "尚无图片。",
  noAvatars: "尚无头像。",
  logo: "{name} 的标志",
  colors: "颜色",
  fonts: "字体",
  voice: "语气",
  dos: "宜",
  donts: "忌",
  audience: "受众",
  placeholder: "占位图",
  pictureOf: "图片：{text}",
};
