import sharp from 'sharp';
import type { Storage } from '#platform/storage/storage.ts';
import { fileOf } from './image.ts';

/** The image of an organization as PNG, because PDFs cannot embed WebP. */
export async function readLogo(storage: Storage, imageKey: string): Promise<Buffer | null> {
  const bytes = await storage.get(fileOf(imageKey, 512));
  return bytes && sharp(bytes).png().toBuffer();
}
