import { createHmac } from 'node:crypto';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { rangeAnswer, rangeOf } from '#platform/http/bytes/byte-range.ts';
import { isHeld } from '#platform/http/bytes/if-none-match.ts';
import { type LaterAnswer, RawAnswer } from '#platform/http/route.ts';
import { isSameSecret } from '#platform/id.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { pictureKey } from '../picture/picture.ts';
import { type Content, fileContents, files, type StoredFile } from '../tables.ts';
import { mayBeShown } from './content-type.ts';
import { lockFiles } from './links.ts';
import { requireSeen } from './seen.ts';

export const LinkInvalid = refusal(
  'link_invalid',
  'The link is not valid, or its file was deleted: ask for a new link.',
  404,
);
export const LinkExpired = refusal('link_expired', 'The link has expired: ask for a new one.', 410);
const KEY = /^([0-9a-f-]{36})(?:\/(\d{1,5}))?$/;

/** The bytes of a file, or of a smaller picture of it, by the `key` in its description. */
export async function serveObject(
  ctx: TenantContext,
  key: string,
  wanted: { asAttachment: boolean; cache?: string },
): Promise<RawAnswer | LaterAnswer> {
  const [, id, size] = KEY.exec(key) ?? [];
  const file = id && (await files.find(ctx, { id, kind: 'file' }));
  if (!file) throw NotFound();
  await requireSeen(ctx, id);
  const content = await fileContents.get(ctx, { sha256: file.sha256! });
  if (size !== undefined && !content.pictureSizes.includes(Number(size))) throw NotFound();
  return size === undefined
    ? serveFile(ctx, file, content, wanted)
    : servePicture(ctx, content, Number(size), wanted.cache);
}

function serveFile(
  ctx: TenantContext,
  file: StoredFile,
  content: Content,
  { asAttachment, cache = 'private, no-cache' }: { asAttachment: boolean; cache?: string },
): RawAnswer | LaterAnswer {
  const { contentType } = content;
  const isShown = mayBeShown(contentType) && !asAttachment;
  const tag = `"${content.sha256.toString('hex').slice(0, 32)}"`;
  const headers = {
    etag: tag,
    'cache-control': cache,
    'accept-ranges': 'bytes',
    'content-disposition': disposition(isShown ? 'inline' : 'attachment', file.name),
    // Even if a browser is made to show it, it may run nothing and reach nothing.
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (isHeld(ctx.request.ifNoneMatch, tag)) return new RawAnswer(null, headers, 304);
  const size = Number(content.bytes);
  const range = rangeOf(ctx.request, tag, size);
  const type = contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType;
  return async ({ storage }) => {
    const stream = await storage.stream(content.storageKey, range ?? undefined);
    if (!stream) throw new Error(`The bytes of ${content.storageKey} are missing.`);
    return rangeAnswer(stream, { ...headers, 'content-type': type }, size, range);
  };
}

function servePicture(
  ctx: TenantContext,
  content: Content,
  size: number,
  cache = 'private, max-age=86400',
): RawAnswer | LaterAnswer {
  const tag = `"${content.sha256.toString('hex').slice(0, 32)}-${size}"`;
  const headers = { etag: tag, 'cache-control': cache };
  if (isHeld(ctx.request.ifNoneMatch, tag)) return new RawAnswer(null, headers, 304);
  return async ({ storage }) => {
    const stream = await storage.stream(pictureKey(content.storageKey, size));
    if (!stream) throw new Error(`A picture of ${content.storageKey} is missing.`);
    return new RawAnswer(stream, { ...headers, 'content-type': 'image/webp' });
  };
}

/** RFC 6266: a plain name for old readers, and the real one encoded, so that no name can break out of the header. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const PURPOSE = 'file link';

/** A link that opens one file of one organization until it expires. */
export async function createLink(ctx: TenantContext, key: string, expiresAt: Temporal.Instant): Promise<string> {
  const [, id] = KEY.exec(key) ?? [];
  if (!id || !(await lockFiles(ctx, [id])).has(id)) throw NotFound();
  return linkTo(ctx, key, expiresAt);
}

/** The address that opens this file, whether it exists or not. */
export function linkTo(
  ctx: Pick<TenantContext, 'organizationId' | 'publicUrl' | 'secrets'>,
  key: string,
  expiresAt: Temporal.Instant,
): string {
  const facts = JSON.stringify([ctx.organizationId, key, Math.floor(expiresAt.epochMilliseconds / 1000)]);
  const token = `${Buffer.from(facts).toString('base64url')}.${signatureOf(ctx, facts)}`;
  return `${ctx.publicUrl}/v1/files/object/public?token=${token}`;
}

export async function serveLink(ctx: WorkContext, token: string): Promise<RawAnswer | LaterAnswer> {
  const [encoded = '', signature = ''] = token.split('.');
  const facts = Buffer.from(encoded, 'base64url').toString();
  if (!isSameSecret(signatureOf(ctx, facts), signature)) throw LinkInvalid();
  const [organizationId, key, expiresAt] = JSON.parse(facts) as [string, string, number];
  const secondsLeft = expiresAt - Math.floor(realNow().epochMilliseconds / 1000);
  if (secondsLeft <= 0) throw LinkExpired();
  const tenant = await ctx.enter(organizationId);
  const cache = `private, max-age=${Math.min(secondsLeft, 3600)}`;
  return serveObject(tenant, key, { asAttachment: false, cache }).catch((error: unknown) => {
    throw (error as { kind?: unknown }).kind === NotFound ? LinkInvalid() : error;
  });
}

const signatureOf = ({ secrets }: Pick<WorkContext, 'secrets'>, facts: string): string =>
  createHmac('sha256', secrets.pepper(PURPOSE, 'signing key')).update(facts).digest('base64url');
