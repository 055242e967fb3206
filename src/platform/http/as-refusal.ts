import { DatabaseUnreachable } from '../db/database.ts';
import { isOutOfRange, OutOfRange } from '../db/out-of-range.ts';
import {
  BodyTooLarge,
  InternalError,
  InvalidRequest,
  MalformedBody,
  Refusal,
  type RefusalKind,
  Unavailable,
  UnsupportedMediaType,
} from '../refusal.ts';

const frameworkRefusals: Record<string, RefusalKind> = {
  FST_ERR_CTP_BODY_TOO_LARGE: BodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: UnsupportedMediaType,
  FST_ERR_CTP_EMPTY_JSON_BODY: MalformedBody,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: MalformedBody,
};

/** Every error as a refusal: of the web framework, of an unreachable database, or a bug. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isOutOfRange(error)) return OutOfRange();
  if (error instanceof DatabaseUnreachable) return Unavailable(undefined, { headers: { 'retry-after': '1' } });
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = frameworkRefusals[code ?? ''];
  if (known) return known();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return InvalidRequest((error as Error).message);
  return InternalError();
}

/** The refusal and its fields, in one text. */
export function explained({ message, errors }: Refusal): string {
  const fields = errors.map(({ path, message: reason }) => `${path}: ${reason}`).join('; ');
  // The message of an invalid request is its first field.
  if (fields.startsWith(message)) return fields;
  return fields && !message.includes(fields) ? `${message} (${fields})` : message;
}
