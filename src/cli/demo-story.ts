import { type ColmadoClient, unwrap } from '#client';
import { modules } from '#modules/index.ts';
import { realNow } from '#platform/date.ts';
import type { DemoLink, DemoStory } from '#platform/demo.ts';

const TIME_ZONE = 'America/Santo_Domingo';

/** Plays a month of a shop once: the chapters of all modules, through the API, oldest day first. */
export async function ensureStory(api: ColmadoClient): Promise<void> {
  const { data: contacts } = await unwrap(api.GET('/v1/beneficiary', { params: { query: { itemsPerPage: 1 } } }));
  if (contacts.length > 0) return;
  const story = newStory(api);
  const parts = await Promise.all(modules.map(async ({ demo }) => (demo ? (await demo()).chapters : [])));
  for (const chapter of parts.flat().toSorted((a, b) => b.daysAgo - a.daysAgo)) await chapter.tell(story);
}

/** The pages that the modules show. */
export async function findLinks(api: ColmadoClient): Promise<DemoLink[]> {
  const parts = await Promise.all(modules.map(async ({ demo }) => (demo ? ((await demo()).links?.(api) ?? []) : [])));
  return parts.flat();
}

function newStory(api: ColmadoClient): DemoStory {
  const today = realNow().toZonedDateTimeISO(TIME_ZONE).toPlainDate();
  const ids = new Map<string, string>();
  return {
    api,
    day: (daysAgo) => today.subtract({ days: daysAgo }).toString(),
    keep: (kind, name, id) => void ids.set(`${kind} ${name}`, id),
    idOf: (kind, name) => {
      const id = ids.get(`${kind} ${name}`);
      if (!id) throw new Error(`The demo has no ${kind} called ${name} yet.`);
      return id;
    },
  };
}
