import { type ColmadoClient, unwrap } from '#client';
import type { DemoChapter, DemoLink } from '#platform/demo.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const title = 'Cata de café en La Esquina';
const tasting = {
  kind: 'availability',
  title,
  description: 'Media hora con nuestros cafés de Jarabacoa y Barahona.',
  location: 'Colmado La Esquina, Santo Domingo',
  weekly: weekdays.map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  durationMinutes: 30,
  capacity: 4,
  waitingList: true,
} as const;
const guests = ['Juana Pérez', 'Pedro Marte', 'Altagracia Núñez'];

export const chapters: DemoChapter[] = [
  {
    daysAgo: 1,
    // A booking page with three reservations in its first slot to come.
    tell: async ({ api }) => {
      const { id: scheduleId } = await unwrap(api.POST('/v1/tasks/schedule', { body: tasting }));
      const link = { scheduleId, leadMinutes: 1440 };
      const { sharedId } = await unwrap(api.POST('/v1/tasks/schedule/link', { body: link }));
      const { slots } = await unwrap(api.GET('/v1/tasks/schedule/link/{sharedId}', { params: { path: { sharedId } } }));
      for (const name of guests) {
        const body = { name, startsAt: slots[0]!.startsAt };
        await unwrap(api.POST('/v1/tasks/schedule/{scheduleId}/register', { params: { path: { scheduleId } }, body }));
      }
    },
  },
];

/** The booking page. Asking for the link of a schedule that has one answers it. */
export async function links(api: ColmadoClient): Promise<DemoLink[]> {
  const { data } = await unwrap(api.GET('/v1/tasks/schedule', { params: { query: { search: title } } }));
  if (!data[0]) return [];
  const { url } = await unwrap(api.POST('/v1/tasks/schedule/link', { body: { scheduleId: data[0].id } }));
  return [{ what: 'A booking page', url }];
}
