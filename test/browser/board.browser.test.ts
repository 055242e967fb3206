import assert from 'node:assert/strict';
import { newBoard, newTask } from '#test/boards.ts';
import { newBusiness } from '#test/harness.ts';
import { browserTest } from './chromium.ts';
import { checkPage } from './readable.ts';

async function sharedBoard(): Promise<string> {
  const fields = [{ key: 'zona', name: 'Zona', type: 'text', shared: true }];
  const labels = [
    { name: 'frágil', colour: '#c2410c' },
    { name: 'ruta 2', colour: '#1d4ed8' },
  ];
  const columns = [
    { name: 'Por entregar', colour: '#1d4ed8' },
    { name: 'En camino', colour: '#b45309' },
    { name: 'Devueltos' },
    { name: 'Entregado', colour: '#15803d', done: true },
  ];
  const business = await newBusiness({ name: 'Colmado La Esquina' });
  const made = await newBoard(
    { name: 'Entregas de la semana', description: 'Cómo van sus pedidos.', fields, labels, columns },
    business,
  );
  const { api, board } = made;
  const [todo, doing, , done] = made.columns.map(({ id }) => id);
  const late = {
    labels: ['frágil', 'ruta 2'],
    priority: 'urgent',
    dueAt: '2020-02-01T12:00:00Z',
    fields: { zona: 'Gazcue' },
  };
  await newTask(api, todo!, {
    title: 'Nevera para la señora Peña',
    description: 'Tercer piso, sin ascensor.',
    ...late,
  });
  const steps = [{ name: '', items: [{ text: 'Cargar', done: true }, { text: 'Cobrar' }] }];
  await newTask(api, todo!, {
    title: 'Diez fundas de cemento',
    priority: 'high',
    checklists: steps,
    dueAt: '2999-01-05T12:00:00Z',
  });
  await newTask(api, doing!, { title: '<b>Compra</b> del mes', labels: ['ruta 2'] });
  await newTask(api, done!, { title: 'Botellones de agua' });
  const params = { path: { boardId: board.id } };
  const { data } = await api.POST('/v1/tasks/board/{boardId}/share', { params, body: { descriptions: true } });
  return data!.url;
}

browserTest('a shared board is readable on a phone and on a screen, light and dark', async (page) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const url = await sharedBoard();
  await checkPage(page, url, 'board');
  assert.equal(await page.getByText('<b>Compra</b> del mes').count(), 1);
  assert.equal(await page.locator('section.lane').first().getByRole('heading', { level: 3 }).count(), 2);
  assert.deepEqual(complaints, []);
});
