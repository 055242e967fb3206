import type { z } from 'zod';
import type { WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { takeFromBucket } from '#platform/http/limits/rate-limit.sql.ts';
import { newId } from '#platform/id.ts';
import type { NewPartnerApplication } from './partner.schema.ts';
import { insertApplication, updateNewApplication } from './partner.sql.ts';

const LETTERS_PER_DAY = 3;

/** Stores the application and confirms it. The e-mail contains nothing from the form, because the address may be someone else's. */
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

const letters = {
  accepted: {
    subject: 'Ya eres aliado de Colmado',
    text: 'Aceptamos tu solicitud. Te escribiremos a este correo con los próximos pasos.',
  },
  declined: {
    subject: 'Tu solicitud para ser aliado de Colmado',
    text: 'Gracias por tu interés. Por ahora no podemos aceptar tu solicitud.',
  },
};

/** Decides a new application and writes to the applicant. Null: there is no new one with this id. */
export async function decideApplication(
  ctx: WorkContext,
  id: string,
  { decision, note }: { decision: 'accepted' | 'declined'; note?: string | undefined },
) {
  const applicant = await updateNewApplication(ctx.tx, id, decision);
  if (!applicant) return null;
  const { subject, text } = letters[decision];
  ctx.mail({ to: applicant.email, subject, text: [text, note].filter(Boolean).join('\n\n') });
  return applicant;
}
