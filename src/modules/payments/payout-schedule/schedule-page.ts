import { type Html, html } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { payoutIntervals, payoutWeekdays } from '../payproc.port.ts';
import type { PayoutScheduleView } from './payout-schedule.schema.ts';

const words = {
  es: {
    title: 'Envíos a tu banco',
    intro: 'Elige cada cuánto el procesador de pagos envía tu dinero al banco.',
    interval: 'Frecuencia',
    intervals: { manual: 'Cuando lo pida', daily: 'Cada día', weekly: 'Cada semana', monthly: 'Cada mes' },
    weekday: 'Día de la semana, si es semanal',
    weekdays: { monday: 'Lunes', tuesday: 'Martes', wednesday: 'Miércoles', thursday: 'Jueves', friday: 'Viernes' },
    dayOfMonth: 'Día del mes, si es mensual',
    save: 'Guardar',
    saved: 'Guardado',
    now: (text: string) => `Frecuencia: ${text}. Este enlace ya no vale.`,
  },
  en: {
    title: 'Payouts to your bank',
    intro: 'Choose how often the payment processor sends your money to the bank.',
    interval: 'Frequency',
    intervals: { manual: 'When I request it', daily: 'Every day', weekly: 'Every week', monthly: 'Every month' },
    weekday: 'Day of the week, if weekly',
    weekdays: { monday: 'Monday', tuesday: 'Tuesday', wednesday: 'Wednesday', thursday: 'Thursday', friday: 'Friday' },
    dayOfMonth: 'Day of the month, if monthly',
    save: 'Save',
    saved: 'Saved',
    now: (text: string) => `Frequency: ${text}. This link is used up.`,
  },
};

/** The page on which the owner chooses when the processor pays out. */
export function schedulePage(view: PayoutScheduleView, { language }: Visit): Page {
  const say = words[language];
  const page = { language, title: say.title, brand: view.organization };
  if (view.changed)
    return {
      ...page,
      body: html`<section class="card notice"><p class="tick" aria-hidden="true">✓</p><h1>${say.saved}</h1>
<p>${say.now(say.intervals[view.interval])}</p></section>`,
    };
  return { ...page, body: formOf(view, language) };
}

function formOf(view: PayoutScheduleView, language: Language): Html {
  const say = words[language];
  const days = Array.from({ length: 31 }, (_, index) => String(index + 1));
  return html`<section class="card"><h1>${say.title}</h1><p class="quiet">${say.intro}</p>
<form method="post" action="/v1/payment/change-payouts-intervar" enctype="multipart/form-data" class="form">
<input type="hidden" name="token" value="${view.token}">
${choice(
  'interval',
  say.interval,
  payoutIntervals.map((each) => [each, say.intervals[each]]),
  view.interval,
)}
${choice(
  'weekday',
  say.weekday,
  payoutWeekdays.map((each) => [each, say.weekdays[each]]),
  view.weekday,
)}
${choice(
  'dayOfMonth',
  say.dayOfMonth,
  days.map((day) => [day, day]),
  String(view.dayOfMonth ?? 1),
)}
<div class="actions"><button type="submit" class="button">${say.save}</button></div>
</form></section>`;
}

const choice = (name: string, label: string, options: (readonly [string, string])[], chosen: string | null): Html =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
  )}</select></div>`;
