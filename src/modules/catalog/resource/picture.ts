import { linkTo } from '#modules/files/index.ts';
import type { Services } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';

const PICTURE_DAYS = 2;
const DAY_MS = 24 * 3600 * 1000;

/** The address of a picture for everyone: a signed link to the file, the same for a day so that browsers keep it. */
export function pictureUrl(
  services: Pick<Services, 'publicUrl' | 'secrets'>,
  organizationId: string,
  image: string,
): string {
  if (image.includes(':')) return image;
  const today = Math.floor(realNow().epochMilliseconds / DAY_MS) * DAY_MS;
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(today + PICTURE_DAYS * DAY_MS);
  return linkTo({ ...services, organizationId }, image, expiresAt);
}
