import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Started as root, the database server runs as another user and must be able to pass through. */
export const DATA_FOLDER_MODE = process.getuid?.() === 0 ? 0o711 : 0o700;
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encryption at rest with one master key. Every ciphertext is bound to a purpose ("which column, which row"), so a value
 * copied to another row does not decrypt.
 */
export class Secrets {
  readonly #key: Buffer;
  readonly #pepper: Buffer;

  constructor(masterKeyHex: string) {
    const master = Buffer.from(masterKeyHex, 'hex');
    this.#key = derive(master, 'encryption');
    this.#pepper = derive(master, 'pepper');
  }

  encrypt(plain: string | Buffer, purpose: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    cipher.setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body]);
  }

  decrypt(sealed: Buffer, purpose: string): Buffer {
    if (sealed[0] !== VERSION) throw new Error('Unknown version of an encrypted value.');
    const iv = sealed.subarray(1, 1 + IV_BYTES);
    const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, iv);
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()]);
  }

  /** A keyed hash: short codes cannot be guessed from a stolen database without the key. */
  pepper(value: string, purpose: string): Buffer {
    return createHmac('sha256', this.#pepper).update(purpose).update('\0').update(value).digest();
  }
}

const derive = (master: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `colmado ${purpose}`, 32));

/** The key from the configuration, or one made once and stored with the data. */
export async function loadSecretKey(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  await mkdir(dataDir, { recursive: true, mode: DATA_FOLDER_MODE });
  const path = join(dataDir, 'secret.key');
  try {
    await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
