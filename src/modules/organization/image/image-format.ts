export const imageSizes = [64, 128, 256, 512, 1024] as const;
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;
export type ImageSize = (typeof imageSizes)[number];
export type ImageType = (typeof imageTypes)[number];

export interface GivenImage {
  base64: string;
  contentType?: ImageType | undefined;
}
