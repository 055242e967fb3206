import { createHash } from 'node:crypto';
import { finished, PassThrough, type Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { z } from 'zod';
import { BodyTooLarge, InvalidRequest, MalformedBody, type Refusal, UnsupportedMediaType } from '../../refusal.ts';
import { inspectJson } from '../json.ts';
import { readQuery, validate } from '../validate.ts';

export const FILES_MAX = 10;
const FIELDS_MAX = 30;
const FIELDS_BYTES_MAX = 64 * 1024;
const HEAD_BYTES = 4100;
/** The field of a JSON body that holds the bytes of a file, in base64. */
const CONTENT_FIELD = 'content';

/** A file on its way in. Its bytes are read once, in order; the facts are known when all of them have passed. */
export interface IncomingFile {
  /** As the sender calls it: not to be trusted as a path or a type. */
  filename: string;
  bytes: AsyncIterable<Buffer>;
  /** Reading more bytes than these fails. */
  bytesMax: number;
  facts(): FileFacts;
}

interface FileFacts {
  size: number;
  sha256: Buffer;
  /** The first bytes, enough to recognise the type. */
  head: Buffer;
}

/** The body of an upload route, before it is read. */
export interface IncomingUpload {
  source: Readable;
  contentType: string;
}

/** A file that a route has stored, before a transaction makes it a row. */
export interface Received {
  facts: FileFacts;
  /** Gives everything back. Called at most once, if no transaction kept the file. */
  discard(): Promise<void>;
}

/** Received files with the fields that were sent with them. */
export class ReceivedUpload<F, R extends Received> {
  readonly fields: F;
  readonly files: R[];

  constructor(fields: F, files: R[]) {
    this.fields = fields;
    this.files = files;
  }

  /** The same for the same upload sent again. */
  fingerprint(): Buffer {
    return Buffer.concat([Buffer.from(JSON.stringify(this.fields)), ...this.files.map(({ facts }) => facts.sha256)]);
  }

  async discard(): Promise<void> {
    await Promise.allSettled(this.files.map((file) => file.discard()));
  }
}

type Part = { field: string; value: string } | { field: string; filename: string; bytes: AsyncIterable<Buffer> };

/**
 * Reads an upload as it arrives: `multipart/form-data`, or JSON with the bytes in `content`. Each file goes to `receive`
 * before the next part is read, so that memory does not grow with the upload. What was received before a failure is discarded.
 */
export async function receiveUpload<S extends z.ZodType, R extends Received>(
  upload: IncomingUpload | null,
  schema: S,
  bytesMax: number,
  receive: (file: IncomingFile) => Promise<R>,
): Promise<ReceivedUpload<z.output<S>, R>> {
  if (!upload) throw noFile('');
  const { source, contentType } = upload;
  const fields: Record<string, unknown> = {};
  const files: R[] = [];
  try {
    for await (const part of partsOf(source, contentType, fields)) {
      if ('value' in part) fields[part.field] = part.value;
      else files.push(await receive(metered(part, bytesMax)));
    }
    inspectJson(fields, 'body');
    if (files.length === 0) throw noFile(contentType);
    return new ReceivedUpload(validate(schema, readQuery(schema, fields), 'body') as z.output<S>, files);
  } catch (error) {
    // Whatever still arrives is read and dropped, so that the sender gets the answer.
    source.unpipe().resume();
    await new ReceivedUpload(fields, files).discard();
    throw error;
  }
}

const isJson = (contentType: string): boolean => contentType.toLowerCase().startsWith('application/json');

function noFile(contentType: string): Refusal {
  const field = isJson(contentType) ? CONTENT_FIELD : 'file';
  return InvalidRequest.at(`body.${field}`, 'required', 'Send at least one file.');
}

const notBase64 = (message: string): Refusal => MalformedBody.at(`body.${CONTENT_FIELD}`, 'invalid_base64', message);

function partsOf(source: Readable, contentType: string, fields: Record<string, unknown>): AsyncIterable<Part> {
  const type = contentType.toLowerCase();
  if (type.startsWith('multipart/form-data')) return multipartParts(source, contentType);
  if (isJson(type)) return jsonParts(source, fields);
  throw wrongType();
}

const wrongType = () =>
  UnsupportedMediaType('The body must be multipart/form-data, or application/json with `content` in base64.');

/** Refuses an upload of another type before anything else is looked at. */
export function requireUploadType(upload: IncomingUpload | null): void {
  if (upload && !/^(multipart\/form-data|application\/json)/i.test(upload.contentType)) throw wrongType();
}

async function* multipartParts(source: Readable, contentType: string): AsyncGenerator<Part> {
  const limits = { files: FILES_MAX, fields: FIELDS_MAX, fieldSize: FIELDS_BYTES_MAX, headerPairs: 100 };
  const parts = new PassThrough({ objectMode: true, highWaterMark: 1 });
  let current: Readable | null = null;
  const fail = (error: unknown): void => {
    const refused = MalformedBody(`The form ends too early or is not valid: ${(error as Error).message}`);
    current?.destroy(refused);
    parts.destroy(refused);
  };
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw MalformedBody('The body is not a valid form.');
  }
  parser.on('file', (field: string, bytes: Readable, filename: string) => {
    current = bytes;
    bytes.on('error', () => {});
    parts.write({ field, filename: filename ?? '', bytes });
  });
  parser.on('field', (field: string, value: string) => parts.write({ field, value }));
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => fail(new Error(`at most ${FILES_MAX} files and ${FIELDS_MAX} fields`)));
  parser.on('finish', () => parts.end());
  parser.on('error', fail);
  // Also says so of a sender who left before this was reached.
  finished(source, { writable: false }, (error) => error && fail(new Error('the sender is gone')));
  // `pipeline` would destroy the connection on failure, and the refusal could not be sent.
  source.pipe(parser);
  yield* parts as AsyncIterable<Part>;
}

/** Splits a JSON object into its small fields, put into `fields`, and the string of `content`, decoded as it arrives. */
async function* jsonParts(source: Readable, fields: Record<string, unknown>): AsyncGenerator<Part> {
  const splitter = new ContentSplitter();
  const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      const content = splitter.push(next.value);
      if (content) yield { field: CONTENT_FIELD, filename: '', bytes: decodedContent(content, splitter, chunks) };
    }
  } finally {
    // An iterator that is not ended keeps its hold on the stream, and the rest of the body could not be dropped.
    await chunks.return?.();
  }
  Object.assign(fields, parseObject(Buffer.concat(splitter.rest)));
}

async function* decodedContent(
  first: Buffer,
  splitter: ContentSplitter,
  chunks: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  const decoder = new Base64Decoder();
  if (first.length > 0) yield decoder.push(first);
  while (!splitter.contentEnded) {
    const next = await chunks.next();
    if (next.done) throw MalformedBody('The body ends inside `content`.');
    const piece = splitter.push(next.value);
    if (piece && piece.length > 0) yield decoder.push(piece);
  }
  decoder.end();
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(bytes.toString());
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error('not an object');
    const { [CONTENT_FIELD]: _, ...fields } = parsed as Record<string, unknown>;
    return fields;
  } catch {
    throw MalformedBody('The body is not a valid JSON object.');
  }
}

const STRING_MARK = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds the string of the top-level field `content` in JSON that arrives in chunks. Everything else is collected, with an empty
 * string in its place, and parsed by the runtime's own parser at the end.
 */
class ContentSplitter {
  readonly rest: Buffer[] = [];
  contentEnded = false;
  #restBytes = 0;
  #depth = 0;
  #inString = false;
  #inContent = false;
  #escaped = false;
  #key = '';
  #string = '';
  #isValue = false;

  /** Answers the part of the content in this chunk; null: there is none in it. */
  push(chunk: Buffer): Buffer | null {
    let content: Buffer | null = null;
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#inContent) {
        const end = chunk.indexOf(STRING_MARK, at);
        const until = end === -1 ? chunk.length : end;
        content = chunk.subarray(at, until);
        from = until;
        at = until;
        if (end === -1) break;
        this.#inContent = false;
        this.contentEnded = true;
        continue;
      }
      if (this.#read(chunk[at]!)) {
        this.#collect(chunk.subarray(from, at + 1));
        from = at + 1;
        this.#inContent = true;
        content = chunk.subarray(at + 1, at + 1);
      }
    }
    if (!this.#inContent) this.#collect(chunk.subarray(from));
    return content;
  }

  /** Answers whether this byte opens the string of `content`. */
  #read(byte: number): boolean {
    if (this.#inString) {
      this.#readString(byte);
      return false;
    }
    if (byte === STRING_MARK) {
      if (this.#depth === 1 && this.#isValue && this.#key === CONTENT_FIELD && !this.contentEnded) return true;
      this.#inString = true;
      this.#string = '';
    } else if (byte === 0x7b || byte === 0x5b) this.#depth++;
    else if (byte === 0x7d || byte === 0x5d) this.#depth--;
    else if (byte === 0x3a && this.#depth === 1) this.#isValue = true;
    else if (byte === 0x2c && this.#depth === 1) this.#isValue = false;
    return false;
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === STRING_MARK) {
      this.#inString = false;
      if (this.#depth === 1 && !this.#isValue) this.#key = this.#string;
    } else if (this.#string.length <= CONTENT_FIELD.length) this.#string += String.fromCharCode(byte);
  }

  #collect(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > FIELDS_BYTES_MAX) throw BodyTooLarge('The fields other than `content` are too large.');
    this.rest.push(Buffer.from(bytes));
  }
}

const NOT_BASE64 = /[^A-Za-z0-9+/_=-]/;

/** Decodes base64 in pieces of any length. */
class Base64Decoder {
  #left = '';

  push(piece: Buffer): Buffer {
    const given = this.#left + piece.toString('latin1');
    // JSON may escape a slash, and the piece may end between the two signs.
    const isCut = given.endsWith('\\');
    const text = given.slice(0, given.length - Number(isCut)).replaceAll('\\/', '/');
    if (NOT_BASE64.test(text)) throw notBase64('`content` is not base64.');
    const whole = text.length - (text.length % 4);
    this.#left = text.slice(whole) + (isCut ? '\\' : '');
    return Buffer.from(text.slice(0, whole), 'base64');
  }

  end(): void {
    if (this.#left.replaceAll('=', '').length > 0) throw notBase64('`content` is not base64: its end is missing.');
  }
}

/** Measures, hashes and limits a file while its bytes pass. */
export function metered(
  { filename, bytes }: { filename: string; bytes: AsyncIterable<Buffer> },
  bytesMax: number,
): IncomingFile {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let size = 0;
  let headSize = 0;
  async function* passing(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > bytesMax) throw BodyTooLarge(`A file may have up to ${bytesMax} bytes.`);
      hash.update(chunk);
      if (headSize < HEAD_BYTES) {
        head.push(chunk.subarray(0, HEAD_BYTES - headSize));
        headSize += chunk.length;
      }
      yield chunk;
    }
  }
  return {
    filename,
    bytes: passing(),
    bytesMax,
    facts: () => ({ size, sha256: hash.digest(), head: Buffer.concat(head) }),
  };
}
