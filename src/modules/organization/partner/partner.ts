import type { WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { takeFromBucket } from '#platform/http/rate-limit.sql.ts';
import { newId } from '#platform/id.ts';
import { insertApplication, type PartnerApplication } from './partner.sql.ts';

const LETTERS_PER_DAY = 3;

/** Keeps the application and confirms it. The letter holds nothing that the sender wrote: it may be for someone else. */
export async function applyAsPartner(ctx: WorkContext, application: PartnerApplication) {
  const id = newId();
  await insertApplication(ctx.tx, { ...application, id, status: 'new', createdAt: ctx.now });
  const waitSeconds = await takeFromBucket(ctx.tx, `partner letters ${application.email}`, LETTERS_PER_DAY, 86_400);
  if (waitSeconds === 0) {
    ctx.mail({
      to: application.email,
      subject: 'Recibimos tu solicitud para ser aliado de Colmado',
      text: 'Gracias por tu interés. Recibimos tu solicitud y te escribiremos pronto a este correo.\n\nSi no la enviaste tú, no hagas nada.',
    });
  }
  return { id, status: 'new' as const, createdAt: toTimestamp(ctx.now) };
}
