import { generateNKeysBetween } from 'fractional-indexing';
import type { ColmadoClient } from '#client';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const TASKS = { large: Number(process.env.BOARD_TASKS ?? 50_000), small: 500 };
const TIMES = Number(process.env.BOARD_TIMES ?? 200);
const WARM_UP = 20;
const RATIO_MAX = 1.5;

type Size = keyof typeof TASKS;

interface Board {
  api: ColmadoClient;
  columnId: string;
  /** The first tasks of the column, which are moved around. */
  moved: { id: string; version: number }[];
  /** Leads to a page in the middle. */
  cursor: string;
}

/** Measures a column with 50,000 tasks against one with 500: its first page, a page in its middle, and a move. */
export const boards = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const boards = { large: await fill(service, TASKS.large), small: await fill(service, TASKS.small) };
    return [
      describe('first page of a column', await interleave((size) => readPage(boards[size]))),
      describe('page in the middle', await interleave((size) => readPage(boards[size], boards[size].cursor))),
      describe('move of a task', await interleave((size, time) => moveTask(boards[size], time))),
    ];
  });

async function fill({ newOrganization, in: enter, owner }: BenchService, count: number): Promise<Board> {
  const organizationId = await newOrganization(`Tablero de ${count}`);
  const api = enter(organizationId);
  const { data: board } = await api.POST('/v1/tasks/board', { body: { name: 'Pedidos' } });
  const columnId = board!.columns[0]!.id;
  await owner.query(
    `INSERT INTO board_tasks (organization_id, id, board_id, column_id, position, title, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, $3, position, 'Pedido ' || number, now(), now()
     FROM unnest($4::text[]) WITH ORDINALITY AS key (position, number)`,
    [organizationId, board!.id, columnId, generateNKeysBetween(null, null, count)],
  );
  await owner.query('UPDATE board_columns SET tasks = $3 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    columnId,
    count,
  ]);
  await owner.query('VACUUM ANALYZE board_tasks, board_columns');
  let cursor = '';
  for (let read = 0; read < Math.min(count / 2, 10_000); read += 200) {
    const query = { columnId, sort: 'position' as const, itemsPerPage: 200, ...(cursor && { cursor }) };
    cursor = (await api.GET('/v1/tasks/board-task', { params: { query } })).data!.nextCursor!;
  }
  const query = { columnId, sort: 'position' as const, itemsPerPage: 20 };
  const { data } = await api.GET('/v1/tasks/board-task', { params: { query } });
  return { api, columnId, moved: data!.data.map(({ id, version }) => ({ id, version })), cursor };
}

async function readPage({ api, columnId }: Board, cursor?: string): Promise<void> {
  const query = { columnId, sort: 'position' as const, itemsPerPage: 50, ...(cursor && { cursor }) };
  const { data } = await api.GET('/v1/tasks/board-task', { params: { query } });
  if (data?.data.length !== 50) throw new Error('The page is not full.');
}

async function moveTask({ api, moved }: Board, time: number): Promise<void> {
  const task = moved[time % moved.length]!;
  const afterId = moved[(time + 7) % moved.length]!.id;
  const { data, error } = await api.PATCH('/v1/tasks/board-task/move', { body: { ...task, afterId } });
  if (!data) throw new Error(JSON.stringify(error));
  task.version = data.version;
}

async function interleave(work: (size: Size, time: number) => Promise<void>): Promise<Record<Size, number>> {
  const tookMs = { large: [] as number[], small: [] as number[] };
  for (let time = 0; time < TIMES + WARM_UP; time++) {
    for (const size of time % 2 === 0 ? (['large', 'small'] as const) : (['small', 'large'] as const)) {
      const startedAt = performance.now();
      await work(size, time);
      if (time >= WARM_UP) tookMs[size].push(performance.now() - startedAt);
    }
  }
  return { large: median(tookMs.large), small: median(tookMs.small) };
}

function describe(what: string, tookMs: Record<Size, number>): Measurement {
  const ratio = tookMs.large / tookMs.small;
  return {
    what: `${what}, ${TASKS.large.toLocaleString('en')} / ${TASKS.small.toLocaleString('en')} tasks`,
    target: `<= ${RATIO_MAX.toFixed(2)}`,
    measured: `${ratio.toFixed(2)} (${tookMs.large.toFixed(2)} / ${tookMs.small.toFixed(2)} ms)`,
    met: ratio <= RATIO_MAX,
  };
}
