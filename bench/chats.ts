import type { Client } from 'pg';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const CONVERSATIONS = Number(process.env.BENCH_CONVERSATIONS ?? 200_000);
const SMALL_SHARE = { messages: 1_000, conversations: 2_000 };
const TIMES = 60;
const WARM_UP = 10;
const RATIO_MAX = 1.5;

/** Long feeds and lists of conversations against short ones. */
export const chats = (): Promise<Measurement[]> => withService({ RATE_LIMIT_PER_MINUTE: '100000000' }, pages);

async function pages(service: BenchService): Promise<Measurement[]> {
  const small = await fill(service, '2000', SMALL_SHARE.conversations, SMALL_SHARE.messages);
  const large = await fill(service, '3000', CONVERSATIONS, MESSAGES);
  const compare = async (what: string, path: (filled: Filled) => string): Promise<Measurement> => {
    const tookMs = { large: [] as number[], small: [] as number[] };
    for (let time = 0; time < TIMES + WARM_UP; time++)
      for (const which of time % 2 === 0 ? (['large', 'small'] as const) : (['small', 'large'] as const)) {
        const filled = which === 'large' ? large : small;
        const startedAt = performance.now();
        await get(service, filled.organizationId, path(filled));
        if (time >= WARM_UP) tookMs[which].push(performance.now() - startedAt);
      }
    const [largeMs, smallMs] = [median(tookMs.large), median(tookMs.small)];
    const ratio = largeMs / smallMs;
    return {
      what,
      target: `<= ${RATIO_MAX.toFixed(2)}`,
      measured: `${ratio.toFixed(2)} (${largeMs.toFixed(1)} / ${smallMs.toFixed(1)} ms)`,
      met: ratio <= RATIO_MAX,
    };
  };
  const feed =
    (query = '') =>
    ({ channelId }: Filled) =>
      `/v1/conversation/${channelId}/feed-source/feed?itemsPerPage=50${query}`;
  const measured = [await compare(`feed, ${MESSAGES} / ${SMALL_SHARE.messages} messages`, feed())];
  for (const query of feedQueries) measured.push(await compare(`feed ${query}`, feed(query)));
  for (const version of ['v2', 'v1'])
    for (const query of ['', ...listQueries])
      measured.push(
        await compare(
          `${version} list of ${CONVERSATIONS} / ${SMALL_SHARE.conversations} conversations ${query}`,
          (filled) =>
            `/${version}/conversation?itemsPerPage=25${query.replaceAll(/\{(\w+)\}/g, (_, name) => filled[name as keyof Filled])}`,
        ),
      );
  return measured;
}

const feedQueries = [
  '&direction=in',
  '&direction=out',
  '&direction=note',
  '&direction=event',
  '&direction=in,out',
  '&search=mensaje',
  '&search=raro',
];

const listQueries = [
  '&state=open',
  '&state=closed',
  '&state=snoozed',
  '&state=open,snoozed',
  '&unassigned=true',
  '&unassigned=false',
  '&unassigned=true&state=open',
  '&channelId={channelId}',
  '&channelId={channelId}&state=open',
  '&userId={userId}',
  '&userId={userId}&state=open',
  '&botId={botId}',
  '&contactId={contactId}',
  '&category=reclamo',
  '&category=reclamo&state=open',
  '&label=raro',
  '&label=viejo',
  '&label=comun',
  '&label=comun&state=open',
  '&waiting=true',
  '&waiting=false',
  '&waiting=true&state=open',
  '&listId={listId}',
  '&search=mensaje',
  '&search=raro',
  '&updatedSince=2020-01-01T00:00:00Z&sort=updated',
  '&sort=created',
  '&sort=waiting',
  '&sort=-waiting&state=open',
  '&unread=true',
  '&unread=false',
  '&customer=ana',
];

interface Filled {
  organizationId: string;
  channelId: string;
  userId: string;
  botId: string;
  contactId: string;
  listId: string;
}

async function fill(service: BenchService, address: string, conversations: number, messages: number): Promise<Filled> {
  const organizationId = await service.newOrganization(`Colmado ${address}`);
  const api = service.in(organizationId);
  const { data: channel } = await api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Ventas', connection: { provider: 'graph', address } },
  });
  const { data: list } = await api.POST('/v1/conversation-list', { body: { name: 'A mano', conversationIds: [] } });
  const [userId, botId, contactId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const filled = { organizationId, channelId: channel!.id, userId, botId, contactId, listId: list!.id };
  await fillConversations(service.owner, filled, conversations);
  await fillMessages(service.owner, filled, messages);
  await service.owner.query('ANALYZE');
  return filled;
}

/** One long conversation, ten of whose messages have the rare word, and a message in each of the others. All have the common word. */
async function fillMessages(owner: Client, { organizationId, channelId }: Filled, count: number): Promise<void> {
  await owner.query(
    `INSERT INTO messages (organization_id, id, conversation_id, channel_id, seq, direction, type, text, author, status, at, created_at)
     SELECT $1, gen_random_uuid(), c.id, $2, n, d.direction, 'text', 'Mensaje' || CASE WHEN n % ($3::int / 10) = 50 THEN ' raro' ELSE '' END,
       CASE d.direction WHEN 'in' THEN 'contact' ELSE 'system' END,
       CASE d.direction WHEN 'in' THEN 'received' WHEN 'out' THEN 'sent' ELSE 'stored' END, now(), now()
     FROM conversations c, generate_series(1, CASE c.source_id WHEN 'feed-source' THEN $3::int ELSE 1 END) n,
       LATERAL (SELECT CASE n % 20 WHEN 0 THEN 'note' WHEN 1 THEN 'event' WHEN 2 THEN 'in' WHEN 3 THEN 'in' WHEN 4 THEN 'out'
         WHEN 5 THEN 'in' WHEN 6 THEN 'out' ELSE 'in' END AS direction) d WHERE c.organization_id = $1`,
    [organizationId, channelId, count],
  );
  await owner.query(
    `INSERT INTO search_words (organization_id, kind, word, entity_id)
     SELECT organization_id, 'message', w.word, id FROM messages, regexp_split_to_table(lower(text), ' ') AS w (word)
     WHERE organization_id = $1`,
    [organizationId],
  );
}

async function fillConversations(owner: Client, filled: Filled, count: number): Promise<void> {
  const { organizationId, channelId, userId, botId, contactId, listId } = filled;
  await owner.query(
    `INSERT INTO conversations (organization_id, id, channel_id, source_id, name, state, snoozed_until, category, user_id, bot_id,
       contact_id, waiting_since, is_unread, last_message_at, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, CASE n WHEN 1 THEN 'feed-source' ELSE '+1809' || n END, 'Ana ' || n,
       CASE WHEN n % 10 = 0 THEN 'open' WHEN n % 50 = 1 THEN 'snoozed' ELSE 'closed' END,
       CASE WHEN n % 10 <> 0 AND n % 50 = 1 THEN now() + interval '1 year' END,
       CASE n % 20 WHEN 0 THEN 'reclamo' END, CASE n % 4 WHEN 0 THEN $4::uuid END, CASE n % 4 WHEN 1 THEN $5::uuid END,
       CASE n % 8 WHEN 0 THEN $6::uuid END, CASE n % 5 WHEN 0 THEN now() END, n % 30 = 0,
       now() - n * interval '1 second', now() - n * interval '1 second', now() - n * interval '1 second'
     FROM generate_series(1, $3::int) n`,
    [organizationId, channelId, count, userId, botId, contactId],
  );
  await owner.query(
    `INSERT INTO search_words (organization_id, kind, word, entity_id)
     SELECT organization_id, 'conversation', w.word, id FROM conversations, regexp_split_to_table(lower(name), ' ') AS w (word)
     WHERE organization_id = $1`,
    [organizationId],
  );
  await owner.query(
    `INSERT INTO conversation_labels (organization_id, label, conversation_id, last_message_at)
     SELECT organization_id, 'comun', id, last_message_at FROM conversations WHERE organization_id = $1
     UNION ALL (SELECT organization_id, 'raro', id, last_message_at FROM conversations WHERE organization_id = $1 ORDER BY last_message_at LIMIT 30)
     UNION ALL (SELECT organization_id, 'viejo', id, last_message_at FROM conversations WHERE organization_id = $1 ORDER BY last_message_at
       LIMIT $2::int / 20)`,
    [organizationId, count],
  );
  await owner.query(
    `INSERT INTO conversation_list_members (organization_id, list_id, conversation_id, last_message_at, created_at)
     SELECT organization_id, $2, id, last_message_at, now() FROM conversations WHERE organization_id = $1 AND state = 'snoozed'`,
    [organizationId, listId],
  );
}

async function get(service: BenchService, organizationId: string, path: string): Promise<void> {
  const answer = await fetch(service.process.baseUrl + path, {
    headers: { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}
