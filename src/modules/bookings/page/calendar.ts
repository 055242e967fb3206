import { type Html, html } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import { dayName, monthName, pageWords } from './words.ts';

export interface Month {
  /** Any day of it. */
  shown: Temporal.PlainDate;
  today: Temporal.PlainDate;
  lastDay: Temporal.PlainDate;
  chosen: Temporal.PlainDate | null;
  /** How many slots each date has. */
  free: ReadonlyMap<string, number>;
  linkTo: (query: { date?: string; month?: Temporal.PlainDate }) => string;
}

/** A month as a table whose days with free slots are links: it needs no script, and a keyboard reaches every day. */
export function calendar(month: Month, language: Language): Html {
  const { shown, today, lastDay, linkTo } = month;
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
${month.free.size === 0 && html`<p class="quiet">${words.noDays}</p>`}
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
