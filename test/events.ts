import type { ColmadoClient, RecordedEvent } from '#client';

type Events = RecordedEvent[];

const read = (api: ColmadoClient, query: { type?: string; payload?: string }) =>
  api.GET('/v1/organization/events', { params: { query: { ...query, cursor: '0', itemsPerPage: 200 } } });

/** The first 200 events of a business, oldest first: all of them, or those of a type or with these fields. */
export async function eventsOf(
  { api }: { api: ColmadoClient },
  type?: string,
  payload?: Record<string, unknown>,
): Promise<Events> {
  const { data } = await read(api, { ...(type && { type }), ...(payload && { payload: JSON.stringify(payload) }) });
  return data!.data as Events;
}

export const payloadsOf = async (
  business: { api: ColmadoClient },
  type: string,
): Promise<Events[number]['payload'][]> => (await eventsOf(business, type)).map(({ payload }) => payload);
