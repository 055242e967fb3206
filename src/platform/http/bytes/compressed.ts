import { createHash } from 'node:crypto';
import type { ExtensionReply, ExtensionRequest } from '../server/server.ts';
import { chooseEncoding, compress, FILE_QUALITY } from './encoding.ts';
import { isHeld } from './if-none-match.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** A file that never changes while the service runs: compressed once for each encoding, and sent once to each reader. */
export class CompressedFile {
  readonly #bytes: Buffer;
  readonly #type: string;
  readonly #hash: string;
  readonly #cacheControl: string;
  readonly #encoded = new Map<string, Promise<Buffer>>();

  /** `isVersioned`: its address changes with its content, so that browsers need not ask for it again. */
  constructor(bytes: Buffer, type: string, { isVersioned = false } = {}) {
    this.#bytes = bytes;
    this.#type = type;
    this.#cacheControl = isVersioned ? FOREVER : 'no-cache';
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  }

  async send(request: ExtensionRequest, reply: ExtensionReply): Promise<ExtensionReply> {
    const encoding = chooseEncoding(String(request.headers['accept-encoding'] ?? ''));
    const etag = `"${this.#hash}${encoding ? `-${encoding}` : ''}"`;
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': this.#cacheControl });
    if (isHeld(String(request.headers['if-none-match'] ?? ''), etag)) return reply.code(304).send();
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type(this.#type).send(encoding ? await this.#as(encoding) : this.#bytes);
  }

  #as(encoding: string): Promise<Buffer> {
    const known = this.#encoded.get(encoding) ?? compress[encoding]!(this.#bytes, FILE_QUALITY);
    this.#encoded.set(encoding, known);
    return known;
  }
}
