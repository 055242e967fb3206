import type { z } from 'zod';
import type { RefusedForm } from '#platform/pages/error-page.ts';
import { type Content, type Html, html, safeUrl } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { formatTime } from '../letter/words.ts';
import type { VisitorBooking } from '../link/link.schema.ts';
import { pageWords, shortDayName, timeName, zoneName } from './words.ts';

type Shown = z.output<typeof VisitorBooking>;

const moods: Partial<Record<Shown['state'], 'good' | 'bad'>> = {
  booked: 'good',
  attended: 'good',
  canceled: 'bad',
  no_show: 'bad',
};

/** A booking as its person sees it: when and where, its calendar file, and how to move or cancel it. */
export function visitorPage(shown: Shown, { language }: Visit): Page {
  const words = pageWords[language];
  const { title, state, location, url, timeZone, startsAt, holdExpiresAt, payUrl, contact, cancellationReason } = shown;
  const at = (time: string): string => formatTime(time, language, timeZone);
  const isActive = ['booked', 'held', 'waiting'].includes(state);
  return {
    language,
    title,
    brand: shown.organization,
    body: html`<section class="card">
<p><span class="badge ${moods[state] ?? ''}">${words.states[state]}</span></p>
<h1>${title}</h1>
<dl class="facts roomy"><div><dt>${words.when}</dt><dd><p>${at(startsAt)}</p><p class="quiet">${zoneName(timeZone, language, startsAt)}</p></dd></div>
${location && html`<div><dt>${words.where}</dt><dd>${location}</dd></div>`}
${url && html`<div><dt>${words.online}</dt><dd><a href="${safeUrl(url)}">${url}</a></dd></div>`}
<div><dt>${words.who}</dt><dd>${shown.name}</dd></div>
${(contact.phone || contact.email) && html`<div><dt>${words.contact}</dt><dd>${contactLinks(contact)}</dd></div>`}
${cancellationReason && html`<div><dt>${words.reason}</dt><dd>${cancellationReason}</dd></div>`}</dl>
${state === 'held' && holdExpiresAt && html`<p>${words.heldUntil(at(holdExpiresAt))}</p>`}
<div class="actions">
${payUrl && html`<a class="button" href="${safeUrl(payUrl)}">${words.pay}: ${shown.depositDue}</a>`}
${state === 'booked' && html`<a class="button second" href="${safeUrl(shown.calendarUrl)}">${words.addToCalendar}</a>`}
${!isActive && shown.bookingUrl && html`<a class="button" href="${safeUrl(shown.bookingUrl)}">${words.another}</a>`}
</div></section>
${isActive && changesOf(shown, language)}`,
  };
}

const contactLinks = ({ phone, email }: Shown['contact']): Content[] => [
  phone && html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>`,
  phone && email && html`<br>`,
  email && html`<a href="mailto:${email}">${email}</a>`,
];

function changesOf({ mayCancel, mayMove, moveSlots, timeZone, depositIfCanceled }: Shown, language: Language): Html {
  const words = pageWords[language];
  if (!mayCancel && !mayMove) return html`<p class="quiet">${words.fixed}</p>`;
  return html`<section class="card">
${
  mayMove &&
  moveSlots.length > 0 &&
  html`<details><summary>${words.move}</summary>
<form method="post" enctype="multipart/form-data"><input type="hidden" name="action" value="move">
<input type="hidden" name="timeZone" value="${timeZone}">
<div class="field"><label for="slot">${words.chooseTime}</label><select id="slot" name="slot">${moveSlots.map(
    ({ date, startTime }) =>
      html`<option value="${date} ${startTime}">${shortDayName(Temporal.PlainDate.from(date), language)}, ${timeName(startTime, language)}</option>`,
  )}</select></div><div class="actions"><button class="button" type="submit">${words.moveHere}</button></div></form></details>`
}
${
  mayCancel &&
  html`<details><summary>${words.cancel}</summary><p>${words.cancelNote}</p>
${depositIfCanceled && html`<p>${words.depositIfCanceled[depositIfCanceled]}</p>`}
<form method="post" enctype="multipart/form-data"><input type="hidden" name="action" value="cancel">
<div class="field"><label for="reason">${words.askReason} (${words.optional})</label><textarea id="reason" name="reason" rows="2" maxlength="500"></textarea></div>
<div class="actions"><button class="button second" type="submit">${words.reallyCancel}</button></div></form></details>`
}
</section>`;
}

/** For the forms on which a visitor moves or cancels a booking. */
export const changeForm: RefusedForm = {
  backTo: '/v1/tasks/schedule/booking/:bookingToken',
  words: {
    es: {
      change_not_allowed: 'Esta reserva ya no se puede cambiar aquí. Escríbele al negocio.',
      slot_taken: 'Esa hora ya no está disponible. Elige otra.',
      no_such_start: 'Esa hora ya no está disponible. Elige otra.',
      schedule_canceled: 'El negocio canceló estas citas.',
      booking_canceled: 'Esta reserva ya está cancelada.',
    },
    en: {
      change_not_allowed: 'This booking can no longer be changed here. Contact the business.',
      slot_taken: 'That time is no longer available. Choose another one.',
      no_such_start: 'That time is no longer available. Choose another one.',
      schedule_canceled: 'The business has canceled these appointments.',
      booking_canceled: 'This booking is already canceled.',
    },
  },
};
