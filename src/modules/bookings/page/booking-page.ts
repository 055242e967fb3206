import type { z } from 'zod';
import { formFields, formScripts } from '#modules/forms/index.ts';
import { newSecret } from '#platform/id.ts';
import { browserModule } from '#platform/pages/browser-module.ts';
import { emailPattern, type Html, html } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { BookingPage, BookingSubmitted } from '../link/link.schema.ts';
import { dayName, monthName, pageWords, timeName, zoneName } from './words.ts';

type Shown = z.output<typeof BookingPage>;
type Slot = Shown['slots'][number];

const script = browserModule(import.meta.resolve('./book.browser.ts'));
const SUBMIT = '/v1/tasks/schedule/link/submit';

/** The booking page: a month, the times of a day, and the form of a slot. Each choice is an address, so it needs no script. */
export function bookingPage(shown: Shown, { language }: Visit): Page {
  const { organization, title } = shown;
  const slot = shown.slots.find(({ date, startTime }) => date === shown.date && startTime === shown.startTime);
  return {
    language,
    title,
    brand: organization,
    scripts: slot && shown.form ? [script, ...formScripts] : [script],
    body: html`<div class="booking ${slot ? 'confirming' : ''}" data-time-zone="${shown.timeZone}">
${factsOf(shown, language)}
${slot ? formOf(shown, slot, language) : choiceOf(shown, language)}
</div>`,
  };
}

function factsOf(shown: Shown, language: Language): Html {
  const words = pageWords[language];
  const { title, description, location, durationMinutes, deposit, timeZone } = shown;
  return html`<section class="card about"><h1>${title}</h1>
<ul class="plain">
<li>${words.minutes(durationMinutes)}</li>
${location && html`<li>${location}</li>`}
${deposit && html`<li>${words.deposit(deposit.text)}</li>`}
<li class="quiet">${words.timeZone}: ${zoneName(timeZone, language, `${shown.date ?? shown.today}T12:00:00Z`)}</li>
</ul>
${description && html`<p class="prose">${description}</p>`}</section>`;
}

function choiceOf(shown: Shown, language: Language): Html {
  const words = pageWords[language];
  const free = new Map([...Map.groupBy(shown.slots, ({ date }) => date)].map(([date, slots]) => [date, slots.length]));
  const chosen = shown.date ?? shown.slots[0]?.date ?? null;
  const month = {
    shown: Temporal.PlainDate.from(shown.date ?? [shown.from, shown.today].toSorted().at(-1)!),
    today: Temporal.PlainDate.from(shown.today),
    lastDay: Temporal.PlainDate.from(shown.lastDay),
    chosen: chosen ? Temporal.PlainDate.from(chosen) : null,
    free,
    linkTo: ({ date, month: to }: { date?: string; month?: Temporal.PlainDate }) =>
      addressOf(shown, date ? { date } : { month: to! }),
  };
  const isLater = (date: string): boolean => date.slice(0, 7) > month.shown.toString().slice(0, 7);
  const next = shown.nextFreeDate ?? shown.slots.find(({ date, places }) => places > 0 && isLater(date))?.date;
  return html`<section class="card choose" aria-label="${words.chooseDay}">${calendar({ ...month, next }, language)}</section>
${
  (chosen || !next) &&
  html`<section class="card times" id="times"><h2>${chosen ? dayName(Temporal.PlainDate.from(chosen), language) : words.chooseTime}</h2>
${timesOf(shown, chosen, language)}</section>`
}`;
}

function timesOf(shown: Shown, chosen: string | null, language: Language): Html {
  const words = pageWords[language];
  const slots = shown.slots.filter(({ date }) => date === chosen);
  const isFull = shown.slots.length === 0 && shown.nextFreeDate === null;
  if (slots.length === 0) return html`<p class="quiet">${isFull ? words.noSlots : words.noTimes}</p>`;
  // With one place for each slot the number of free places is always one.
  const isForMany = shown.slots.some(({ places }) => places > 1);
  const note = ({ places }: Slot): string | false => (places === 0 ? words.waiting : isForMany && words.places(places));
  return html`<ul class="slots">${slots.map(
    (slot) => html`<li><a class="slot" href="${addressOf(shown, slot)}"><b>${timeName(slot.startTime, language)}</b>
${note(slot) && html`<span class="quiet">${note(slot)}</span>`}</a></li>`,
  )}</ul>`;
}

/** The address of this page with another choice. A month is shown with all its days. */
function addressOf(
  { sharedId, timeZone }: Shown,
  choice: { date: string; startTime?: string } | { month: Temporal.PlainDate },
): string {
  const first = ('month' in choice ? choice.month : Temporal.PlainDate.from(choice.date)).with({ day: 1 });
  const query = new URLSearchParams({
    from: first.toString(),
    to: first.add({ months: 1 }).subtract({ days: 1 }).toString(),
    timeZone,
    ...('date' in choice && { date: choice.date }),
    ...('startTime' in choice && choice.startTime && { startTime: choice.startTime }),
  });
  return `/v1/tasks/schedule/link/${sharedId}?${query}`;
}

function formOf(shown: Shown, slot: Slot, language: Language): Html {
  const words = pageWords[language];
  const { deposit, depositRefundHours, holdMinutes, sharedId, timeZone } = shown;
  const isWaiting = slot.places === 0;
  const action = isWaiting ? words.join : deposit ? words.confirmAndPay : words.confirm;
  return html`<section class="card">
<p class="when"><b>${dayName(Temporal.PlainDate.from(slot.date), language)}, ${timeName(slot.startTime, language)}</b>
<a href="${addressOf(shown, { date: slot.date })}">${words.change}</a></p>
<div class="alert" role="alert" hidden data-title="${words.problem}" data-offline="${words.offline}"></div>
<form method="post" action="${SUBMIT}" enctype="multipart/form-data" data-booking>
<h2>${words.yourData}</h2>
${hidden({ sharedId, date: slot.date, startTime: slot.startTime, timeZone })}
${hidden({ submissionKey: shown.form?.submissionKey ?? newSecret('sub', 16) })}
${isWaiting && hidden({ waitingList: 'true' })}
${field('name', words.name, 'text', 'name', true)}
${field('email', words.email, 'email', 'email', true)}
${field('phone', `${words.phone} (${words.optional})`, 'tel', 'tel', false)}
<div class="field"><label for="notes">${words.notes} (${words.optional})</label>
<textarea id="notes" name="formData.notes" rows="3" maxlength="2000"></textarea></div>
${
  shown.form &&
  html`${hidden({ visitor: shown.form.visitor })}
${formFields(shown.form, { language, name: 'formData.answers' })}`
}
${
  deposit &&
  !isWaiting &&
  html`<p class="quiet">${words.depositNote(deposit.text, words.minutes(holdMinutes))}
${depositRefundHours !== null && words.depositBack(depositRefundHours)}</p>`
}
<div class="actions"><button class="button" type="submit">${action}</button></div>
</form></section>`;
}

const hidden = (values: Record<string, string>): Html[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

const field = (name: string, label: string, type: string, autocomplete: string, isRequired: boolean): Html =>
  html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="formData.${name}" type="${type}" autocomplete="${autocomplete}" maxlength="200"
${type === 'email' && emailPattern} ${isRequired && html`required`}></div>`;

/** The answer to a form that was sent without a script. */
export function submittedPage(submitted: z.output<typeof BookingSubmitted>, { language }: Visit): Page {
  const words = pageWords[language];
  const { state, message, url, payUrl } = submitted;
  return {
    language,
    title: words.done[state],
    body: html`<section class="card notice">${state === 'booked' && html`<span class="tick" aria-hidden="true">✓</span>`}
<h1>${words.done[state]}</h1><p>${message}</p>
<div class="actions">${payUrl && html`<a class="button" href="${payUrl}">${words.pay}</a>`}
<a class="button ${payUrl && 'second'}" href="${url}">${words.see}</a></div></section>`,
  };
}

interface Month {
  /** Any day of it. */
  shown: Temporal.PlainDate;
  today: Temporal.PlainDate;
  lastDay: Temporal.PlainDate;
  chosen: Temporal.PlainDate | null;
  /** How many slots each date has. */
  free: ReadonlyMap<string, number>;
  /** A later date with a free slot, which is offered where the month has none. */
  next?: string | undefined;
  linkTo: (query: { date?: string; month?: Temporal.PlainDate }) => string;
}

/** A month as a table whose days with free slots are links: it needs no script, and a keyboard reaches every day. */
export function calendar(month: Month, language: Language): Html {
  const { shown, today, lastDay, free, next, linkTo } = month;
  const words = pageWords[language];
  const first = shown.with({ day: 1 });
  const offset = first.dayOfWeek - 1;
  const weeks = Math.ceil((offset + first.daysInMonth) / 7);
  const cells = Array.from({ length: weeks * 7 }, (_, index) => first.add({ days: index - offset }));
  const before = first.subtract({ months: 1 });
  const after = first.add({ months: 1 });
  const hasBefore = Temporal.PlainDate.compare(first, today) > 0;
  const hasAfter = Temporal.PlainDate.compare(after, lastDay) <= 0;
  const arrow = (sign: string, label: string, to: Temporal.PlainDate | false): Html =>
    to
      ? html`<a class="arrow" href="${linkTo({ month: to })}" aria-label="${label}">${sign}</a>`
      : html`<span class="arrow" aria-hidden="true"></span>`;
  return html`<div class="calendar">
<div class="month">${arrow('‹', words.earlier, hasBefore && before)}<h2 aria-live="polite">${monthName(first, language)}</h2>
${arrow('›', words.later, hasAfter && after)}</div>
<table><thead><tr>${words.weekdays.map(
    (name, index) => html`<th scope="col"><abbr title="${words.weekdayNames[index]}">${name}</abbr></th>`,
  )}</tr></thead><tbody>
${Array.from({ length: weeks }, (_, week) => html`<tr>${cells.slice(week * 7, week * 7 + 7).map((day) => cell(day, month, language))}</tr>`)}
</tbody></table>
${
  !cells.some((day) => day.month === shown.month && free.has(day.toString())) &&
  html`<p class="quiet">${words.noDays}</p>
${next && html`<div class="actions"><a class="button" href="${linkTo({ date: next })}">${words.nextFree(dayName(Temporal.PlainDate.from(next), language))}</a></div>`}`
}
</div>`;
}

function cell(day: Temporal.PlainDate, { shown, today, chosen, free, linkTo }: Month, language: Language): Html {
  if (day.month !== shown.month) return html`<td></td>`;
  const count = free.get(day.toString()) ?? 0;
  const isToday = day.equals(today) ? 'today' : '';
  if (count === 0) return html`<td><span class="day ${isToday}">${day.day}</span></td>`;
  const label = `${dayName(day, language)}, ${pageWords[language].free(count)}`;
  const isChosen = chosen?.equals(day) ?? false;
  return html`<td><a class="day free ${isToday}" href="${linkTo({ date: day.toString() })}#times" aria-label="${label}"
${isChosen && html`aria-current="date"`}>${day.day}</a></td>`;
}
