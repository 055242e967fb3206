import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import { deleteSession, selectSessions } from './session.sql.ts';
import { Session } from './user.schema.ts';

export const sessionRoutes = [
  route('GET', '/v1/user/session', 'user', {
    action: 'listSessions',
    summary: 'List my sessions and tokens',
    description: 'All valid browser sessions and raw tokens of the person, the most recently used first.',
    returns: z.object({ data: z.array(Session) }),
    handler: async (ctx) => {
      const sessions = await selectSessions(ctx.tx, ctx.actor.userId, ctx.now);
      return { data: sessions.map((session) => ({ ...session, current: session.id === ctx.actor.sessionId })) };
    },
  }),
  route('DELETE', '/v1/user/session', 'user', {
    summary: 'End one of my sessions',
    description: 'Ends a session or a raw token at once.',
    body: z.strictObject({ id: z.uuid() }),
    examples: { body: { id: exampleId } },
    handler: async (ctx, { body }) => {
      if (!(await deleteSession(ctx.tx, ctx.actor.userId, body.id))) throw NotFound();
    },
  }),
];
