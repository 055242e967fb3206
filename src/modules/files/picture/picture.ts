import { isPicture } from '../file/content-type.ts';

/** The sides of the squares that pictures fit into. */
export const pictureSizes = [128, 512, 1600] as const;

export const mayHavePictures = (contentType: string): boolean =>
  isPicture(contentType) || contentType === 'application/pdf';

export const pictureKey = (storageKey: string, size: number): string => `${storageKey}.${size}.webp`;
