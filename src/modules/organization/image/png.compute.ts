import sharp from 'sharp';

export default (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).png().toBuffer();
