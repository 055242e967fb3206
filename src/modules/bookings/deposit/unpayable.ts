import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { takeFromBucket } from '#platform/http/limits/rate-limit.sql.ts';
import { inEachLanguage, type Language } from '#platform/pages/language.ts';
import { answerableFor } from '../letter/host-notice.ts';
import type { Schedule } from '../tables.ts';

const EVERY_SECONDS = 24 * 3600;

const words: Record<Language, { title: (schedule: string) => string; body: string }> = {
  es: {
    title: (schedule) => `Nadie puede reservar ${schedule}`,
    body: 'Alguien quiso reservar y no pudo: el depósito no se puede pagar en línea. Activa los pagos en línea de la organización, o quita el depósito.',
  },
  en: {
    title: (schedule) => `Nobody can book ${schedule}`,
    body: 'Somebody wanted to book and could not: the deposit cannot be paid online. Activate the online payments of the organization, or remove the deposit.',
  },
};

/** Notifies who answers for a schedule, once a day, that visitors are refused because of its deposit. */
export async function reportUnpayable(ctx: TenantContext, schedule: Schedule): Promise<void> {
  if ((await takeFromBucket(ctx.tx, `unpayable deposit ${schedule.id}`, 1, EVERY_SECONDS)) > 0) return;
  await notify(ctx, [await answerableFor(ctx, schedule)], {
    kind: 'booking-deposit-not-payable',
    ...inEachLanguage((language) => ({ ...words[language], title: words[language].title(schedule.title) })),
    data: { scheduleId: schedule.id },
  });
}
