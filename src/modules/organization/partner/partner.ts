import type { z } from 'zod';
import type { WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { takeFromBucket } from '#platform/http/rate-limit.sql.ts';
import { newId } from '#platform/id.ts';
import type { NewPartnerApplication } from './partner.schema.ts';
import { insertApplication } from './partner.sql.ts';

const LETTERS_PER_DAY = 3;

/** Stores the application and confirms it. The letter contains nothing from the form, because the address may be someone else's. */
export async function applyAsPartner(ctx: WorkContext, application: z.output<typeof NewPartnerApplication>) {
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
