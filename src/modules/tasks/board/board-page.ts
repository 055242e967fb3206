import type { z } from 'zod';
import { type Html, html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { SharedBoard } from './shared-board.ts';

type Shared = z.output<typeof SharedBoard>;

/** A shared board as its visitor sees it in a browser. */
export function boardPage(board: Shared, { language }: Visit): Page {
  const column = ({ name, tasks }: Shared['columns'][number]): Html =>
    html`<section class="card"><h2>${name}</h2>${tasks.map(({ title }) => html`<p>${title}</p>`)}</section>`;
  return { language, title: board.name, body: html`<h1>${board.name}</h1>${board.columns.map(column)}` };
}
