import { type ColmadoClient, unwrap } from '#client';
import type { DemoChapter, DemoLink } from '#platform/demo.ts';

const NAME = 'Entregas';
const columns = [
  { name: 'Por entregar', colour: '#1d4ed8' },
  { name: 'En camino', colour: '#b45309', limit: 5 },
  { name: 'Entregado', colour: '#15803d', done: true },
];
const labels = [
  { name: 'frágil', colour: '#c2410c' },
  { name: 'ruta 2', colour: '#1d4ed8' },
];
const fields = [{ key: 'zona', name: 'Zona', type: 'choice' as const, options: ['Gazcue', 'Naco'], shared: true }];
const steps = [{ name: 'Antes de salir', items: [{ text: 'Revisar la factura', done: true }, { text: 'Cargar' }] }];

export const chapters: DemoChapter[] = [
  {
    daysAgo: 5,
    tell: async ({ api, day }) => {
      const body = { name: NAME, description: 'Los pedidos de la semana.', columns, labels, fields };
      const board = await unwrap(api.POST('/v1/tasks/board', { body }));
      const [todo, doing, done] = board.columns.map(({ id }) => id) as [string, string, string];
      const tasks = [
        { columnId: todo, title: 'Nevera de la señora Peña', labels: ['frágil'], priority: 'urgent' as const },
        { columnId: todo, title: 'Diez fundas de cemento', checklists: steps, fields: { zona: 'Naco' } },
        { columnId: doing, title: 'Compra del mes', labels: ['ruta 2'], fields: { zona: 'Gazcue' } },
        { columnId: done, title: 'Botellones de agua' },
      ];
      for (const task of tasks)
        await unwrap(api.POST('/v1/tasks/board-task', { body: { ...task, dueAt: `${day(-2)}T16:00:00Z` } }));
      const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=FR', start: `${day(0)}T17:00:00` };
      await unwrap(
        api.POST('/v1/tasks/board-task', { body: { columnId: todo, title: 'Contar el almacén', recurrence } }),
      );
    },
  },
];

/** The shared board. */
export async function links(api: ColmadoClient): Promise<DemoLink[]> {
  const { data } = await unwrap(api.GET('/v1/tasks/board', { params: { query: { search: NAME } } }));
  const shares = data.map(({ id }) =>
    unwrap(api.POST('/v1/tasks/board/{boardId}/share', { params: { path: { boardId: id } }, body: {} })),
  );
  return (await Promise.all(shares)).map(({ url }) => ({ what: 'A shared board', url }));
}
