import type { z } from 'zod';
import { formatDate } from '#platform/format.ts';
import { type Html, html, safeUrl } from '#platform/pages/html.ts';
import { bilingual } from '#platform/pages/language.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { SharedBoard } from './shared-board.ts';

type Shared = z.output<typeof SharedBoard>;
type SharedColumn = Shared['columns'][number];
type SharedTask = SharedColumn['tasks'][number];
type Words = (typeof words)['es'];

const words = bilingual({
  columns: ['Columnas del tablero', 'Columns of the board'],
  tasks: [
    (count: string) => `${count} ${count === '1' ? 'tarea' : 'tareas'}`,
    (count: string) => `${count} ${count === '1' ? 'task' : 'tasks'}`,
  ],
  none: ['Sin tareas', 'No tasks'],
  more: ['Hay más tareas que las que se muestran.', 'There are more tasks than are shown.'],
  due: [(date: string) => `Vence el ${date}`, (date: string) => `Due on ${date}`],
  late: [(date: string) => `Venció el ${date}`, (date: string) => `Was due on ${date}`],
  done: ['Completada', 'Completed'],
  checklist: [
    (done: number, total: number) => `${done} de ${total} pasos`,
    (done: number, total: number) => `${done} of ${total} steps`,
  ],
  yes: ['Sí', 'Yes'],
  no: ['No', 'No'],
  priorities: {
    low: ['Baja', 'Low'],
    medium: ['Media', 'Medium'],
    high: ['Alta', 'High'],
    urgent: ['Urgente', 'Urgent'],
  },
});

/** A shared board as its visitor sees it in a browser: its columns side by side, or one below the other on a phone. */
export function boardPage(board: Shared, { language }: Visit): Page {
  const say = words[language];
  return {
    language,
    title: board.name,
    brand: { ...board.issuer, ...(board.colour && { colour: board.colour }) },
    body: html`<div class="wide"><h1>${board.name}</h1>
${board.description && html`<p class="prose quiet">${board.description}</p>`}
<div class="board" role="region" aria-label="${say.columns}" tabindex="0">
${board.columns.map((column) => columnOf(board, column, say))}
</div></div>`,
  };
}

function columnOf(board: Shared, { name, colour, tasks, hasMore }: SharedColumn, say: Words): Html {
  const count = `${tasks.length}${hasMore ? '+' : ''}`;
  return html`<section class="lane">
<h2>${colour && dot(colour)}<span>${name}</span> <span class="badge" title="${say.tasks(count)}">${count}</span></h2>
${
  tasks.length === 0
    ? html`<p class="quiet">${say.none}</p>`
    : html`<ul class="cards">${tasks.map((task) => html`<li class="card">${cardOf(board, task, say)}</li>`)}</ul>`
}
${hasMore && html`<p class="quiet">${say.more}</p>`}
</section>`;
}

function cardOf(board: Shared, task: SharedTask, say: Words): Html {
  const { title, description, priority, labels, checklist } = task;
  const colours = new Map(board.labels.map((label) => [label.name, label.colour]));
  return html`<h3>${title}</h3>
${description && html`<p class="prose quiet">${description}</p>`}
${
  labels.length > 0 &&
  html`<p class="tags">${labels.map((label) => html`<span class="badge">${dot(colours.get(label))}${label}</span> `)}</p>`
}
${fieldsOf(board, task, say)}
<p class="tags">
${priority !== 'none' && html`<span class="badge ${priority === 'urgent' && 'bad'}">${say.priorities[priority]}</span>`}
${dueOf(board, task, say)}
${checklist.total > 0 && html`<span class="quiet">${say.checklist(checklist.done, checklist.total)}</span>`}
</p>`;
}

function dueOf({ timeZone, dateFormat }: Shared, { dueAt, overdue, completed }: SharedTask, say: Words): Html | null {
  if (completed) return html`<span class="badge good">${say.done}</span>`;
  if (dueAt === null) return null;
  const day = formatDate(Temporal.Instant.from(dueAt).toZonedDateTimeISO(timeZone).toPlainDate().toString(), {
    dateFormat,
  });
  return overdue
    ? html`<span class="badge bad">${say.late(day)}</span>`
    : html`<span class="quiet">${say.due(day)}</span>`;
}

function fieldsOf({ fields, dateFormat }: Shared, task: SharedTask, say: Words): Html | null {
  const shown = fields.filter(({ key }) => key in task.fields);
  if (shown.length === 0) return null;
  const textOf = (type: string, value: unknown) => {
    if (typeof value === 'boolean') return value ? say.yes : say.no;
    if (type === 'url') return html`<a href="${safeUrl(String(value))}" rel="noreferrer nofollow">${String(value)}</a>`;
    return type === 'date' ? formatDate(String(value), { dateFormat }) : String(value);
  };
  return html`<dl class="pairs">${shown.map(
    ({ key, name, type }) => html`<div><dt>${name}</dt><dd>${textOf(type, task.fields[key])}</dd></div>`,
  )}</dl>`;
}

/** A drawing, because the policy of pages allows no colours in styles. */
const dot = (colour: string | undefined): Html | null =>
  colour === undefined
    ? null
    : html`<svg class="dot" width="10" height="10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill="${colour}"/></svg>`;
