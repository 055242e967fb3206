import sharp from 'sharp';
import type { ImageSize } from './image-format.ts';

const SHOP = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72" width="72" height="72">
  <rect width="72" height="72" fill="#e9ecf1"/>
  <path fill="#9aa5b1" d="M18 20h36l4 12a6 6 0 0 1-11 3 6 6 0 0 1-11 0 6 6 0 0 1-11 0 6 6 0 0 1-11-3zm2 20h32v14H20z"/>
</svg>`;

export default (size: ImageSize): Promise<Buffer> =>
  sharp(Buffer.from(SHOP), { density: size }).resize(size).webp().toBuffer();
