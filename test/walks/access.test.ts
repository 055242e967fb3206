import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openSession } from '#modules/identity/user/session.ts';
import { permissions } from '#modules/roles.ts';
import { canDryRun, isWrite, type Route } from '#platform/http/route.ts';
import { app, newBusiness, newPerson, type Person } from '#test/harness.ts';
import {
  type Answer,
  byCookie,
  byToken,
  type Credential,
  exampleOf,
  forEach,
  nameOf,
  newApiKey,
  requestOf,
  routes,
  send,
} from './requests.ts';
import { asOwner } from './rows.ts';

const closed = routes.filter(({ access }) => access !== 'public');
const guarded = routes.filter(({ access }) => typeof access === 'object');
const business = await newBusiness();

/** Tries a route without leaving anything behind: every write is a dry run, or refused because it cannot be one. */
const tryOut = (route: Route, credential?: Credential): Promise<Answer> =>
  send(requestOf(route, exampleOf(route), isWrite(route) ? { 'dry-run': 'true' } : {}), credential);

async function collect(from: Route[], findFault: (route: Route) => Promise<string | undefined>): Promise<string[]> {
  const faults: string[] = [];
  await forEach(from, async (route) => {
    const fault = await findFault(route);
    if (fault !== undefined) faults.push(`${nameOf(route)}: ${fault}`);
  });
  return faults.sort();
}

const told = ({ status, json }: Answer): string => `${status} ${json.code ?? ''}`;

async function newMember(role: string, active = true): Promise<Person> {
  const person = await newPerson('Miembro');
  await asOwner(
    'INSERT INTO memberships (organization_id, user_id, role, active, joined_at) VALUES ($1, $2, $3, $4, now())',
    [business.id, person.id, role, active],
  );
  return person;
}

test('every permission that a route asks for is one that roles can hold', () => {
  const unknown = guarded.filter(
    ({ access }) => typeof access === 'object' && !(permissions as string[]).includes(access.permission),
  );
  assert.deepEqual(unknown.map(nameOf), []);
});

test('without credentials every route that is not public is closed', async () => {
  const open = await collect(closed, async (route) => {
    const answer = await tryOut(route);
    return told(answer) === '401 unauthenticated' ? undefined : told(answer);
  });
  assert.deepEqual(open, []);
});

test('wrong credentials open nothing, and do not close what is public', async () => {
  const wrong = byToken('cmt_wrong');
  const open = await collect(closed, async (route) => {
    const answer = await tryOut(route, wrong);
    return told(answer) === '401 unauthenticated' ? undefined : told(answer);
  });
  assert.deepEqual(open, []);
  const shut = await collect(
    routes.filter(({ access }) => access === 'public'),
    async (route) => {
      const answer = await tryOut(route, wrong);
      return told(answer) === '401 unauthenticated' ? told(answer) : undefined;
    },
  );
  assert.deepEqual(shut, []);
});

test('a member without permissions is refused by every route that asks for one', async () => {
  const member = await newMember('custom');
  const open = await collect(guarded, async (route) => {
    const answer = await tryOut(route, byToken(member.token, business.id));
    return told(answer) === '403 forbidden' ? undefined : told(answer);
  });
  assert.deepEqual(open, []);
});

test('who does not belong to the organization, or no longer, gets the same answer as for one that does not exist', async () => {
  const former = await newMember('admin', false);
  const stranger = await newPerson('Nadie');
  const open = await collect(guarded, async (route) => {
    const answers = await Promise.all([
      tryOut(route, byToken(former.token, business.id)),
      tryOut(route, byToken(stranger.token, business.id)),
      tryOut(route, byToken(stranger.token, randomUUID())),
    ]);
    const different = answers.find((answer) => told(answer) !== '403 organization_required');
    return different && told(different);
  });
  assert.deepEqual(open, []);
});

test('every authenticated route is reached by token, by cookie and by signed key', async () => {
  const { result: session } = await app.engine.run({}, (ctx) =>
    openSession(ctx, business.owner.id, { kind: 'cookie', organizationId: business.id, authenticated: true }),
  );
  const key = await newApiKey(business);
  const unreached = await collect(closed, async (route) => {
    const persons = [byToken(business.owner.token), byCookie(session.secret)];
    for (const credential of persons) {
      const answer = await tryOut(route, credential);
      if ([401, 403].includes(answer.status) && answer.json.code !== 'invalid_credentials') return told(answer);
    }
    const answer = await tryOut(route, key);
    const expected = route.access === 'user' ? answer.json.code === 'user_required' : answer.status !== 401;
    return expected ? undefined : `by key ${told(answer)}`;
  });
  assert.deepEqual(unreached, []);
});

test('every write can be tried without effect, or says that it cannot', async () => {
  const wrong = await collect(routes.filter(isWrite), async (route) => {
    const answer = await tryOut(route, byToken(business.owner.token));
    if (answer.status === 400 || answer.status >= 500) return told(answer);
    if ((answer.json.code === 'dry_run_unsupported') === canDryRun(route)) return told(answer);
    const isTrial = answer.json.dryRun === true && answer.json.status === route.status;
    return answer.status === 200 && !isTrial ? 'did more than try' : undefined;
  });
  assert.deepEqual(wrong, []);
});

test('an unknown path is told from an unknown object', async () => {
  for (const target of ['/v1', '/v1/', '/v3/user', `/v1/${randomUUID()}`, '/v1/user/login/', '/V1/user/login']) {
    assert.equal(told(await send({ method: 'GET', target })), '404 route_not_found', target);
  }
});

test('a known path with another method says which ones there are', async () => {
  const paths = Map.groupBy(routes, ({ path }) => path);
  for (const [path, known] of paths) {
    const methods = known.map(({ method }) => method).sort();
    const method = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].find((other) => !methods.includes(other));
    if (!method) continue;
    const answer = await send({ method, target: path.replace(/:[A-Za-z]+/g, () => randomUUID()) });
    const allow = String(answer.headers.allow).split(', ').sort();
    // A path with a fixed end may also fit a path with a parameter.
    assert.equal(told(answer), '405 method_not_allowed', `${method} ${path}`);
    assert.deepEqual(
      methods.filter((one) => !allow.includes(one)),
      [],
      `Allow of ${path}`,
    );
  }
});
