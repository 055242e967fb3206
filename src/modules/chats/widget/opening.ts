import type { TenantContext } from '#platform/context.ts';
import { type Language, localeOf } from '#platform/pages/language.ts';

const words = {
  es: { opens: (day: string, time: string) => `Estamos fuera de horario. Abrimos ${day}, ${time}`, on: 'el ' },
  en: { opens: (day: string, time: string) => `We are closed now. We open ${day}, ${time}.`, on: 'on ' },
};

/** The time of the organization, and its zone. */
export type Clock = Pick<TenantContext, 'now' | 'timeZone'>;

/** When people answer again: `Estamos fuera de horario. Abrimos mañana, 9:00 a. m.` */
export function openingText(opensAt: string, { now, timeZone }: Clock, language: Language): string {
  const locale = localeOf(language);
  const { opens, on } = words[language];
  const opening = Temporal.Instant.from(opensAt).toZonedDateTimeISO(timeZone);
  const days = now.toZonedDateTimeISO(timeZone).toPlainDate().until(opening.toPlainDate()).days;
  const day =
    days <= 1
      ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
      : `${on}${opening.toPlainDate().toLocaleString(locale, { weekday: 'long' })}`;
  return opens(day, opening.toPlainTime().toLocaleString(locale, { hour: 'numeric', minute: '2-digit' }));
}
