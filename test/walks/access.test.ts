import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openSession } from '#modules/identity/user/session.ts';
import { permissions } from '#platform/auth/permission.ts';
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

/** The files of a process run one after the other: the owner's session may have become old until its turn. */
const refresh = () => asOwner('UPDATE sessions SET authenticated_at = now() WHERE user_id = $1', [business.owner.id]);

/** Calls a route without effect: every write is a dry run, or is refused because it does not support one. */
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

const summaryOf = ({ status, json }: Answer): string => `${status} ${json.code ?? ''}`;

async function newMember(role: string, active = true): Promise<Person> {
  const person = await newPerson('Miembro');
  await asOwner(
    'INSERT INTO memberships (organization_id, user_id, role, active, joined_at) VALUES ($1, $2, $3, $4, now())',
    [business.id, person.id, role, active],
  );
  return person;
}

test('every permission that a route requires can be granted to a role', () => {
  const unknown = guarded.filter(
    ({ access }) => typeof access === 'object' && !(permissions() as string[]).includes(access.permission),
  );
  assert.deepEqual(unknown.map(nameOf), []);
});

test('without credentials every route that is not public answers 401', async () => {
  const open = await collect(closed, async (route) => {
    const answer = await tryOut(route);
    return summaryOf(answer) === '401 unauthenticated' ? undefined : summaryOf(answer);
  });
  assert.deepEqual(open, []);
});

test('wrong credentials open no route and do not block public ones', async () => {
  const wrong = byToken('cmt_wrong');
  const open = await collect(closed, async (route) => {
    const answer = await tryOut(route, wrong);
    return summaryOf(answer) === '401 unauthenticated' ? undefined : summaryOf(answer);
  });
  assert.deepEqual(open, []);
  const shut = await collect(
    routes.filter(({ access }) => access === 'public'),
    async (route) => {
      const answer = await tryOut(route, wrong);
      return summaryOf(answer) === '401 unauthenticated' ? summaryOf(answer) : undefined;
    },
  );
  assert.deepEqual(shut, []);
});

test('a member without permissions is refused by every route that requires one', async () => {
  const member = await newMember('custom');
  const open = await collect(guarded, async (route) => {
    const answer = await tryOut(route, byToken(member.token, business.id));
    return summaryOf(answer) === '403 forbidden' ? undefined : summaryOf(answer);
  });
  assert.deepEqual(open, []);
});

test('a non-member or former member gets the same answer as for an organization that does not exist', async () => {
  const former = await newMember('admin', false);
  const stranger = await newPerson('Nadie');
  const open = await collect(guarded, async (route) => {
    const answers = await Promise.all([
      tryOut(route, byToken(former.token, business.id)),
      tryOut(route, byToken(stranger.token, business.id)),
      tryOut(route, byToken(stranger.token, randomUUID())),
    ]);
    const different = answers.find((answer) => summaryOf(answer) !== '403 organization_required');
    return different && summaryOf(different);
  });
  assert.deepEqual(open, []);
});

test('every authenticated route accepts a token, a cookie and a signed key', async () => {
  await refresh();
  const { result: session } = await app.engine.run({}, (ctx) =>
    openSession(ctx, business.owner.id, { kind: 'cookie', organizationId: business.id, authenticated: true }),
  );
  const key = await newApiKey(business);
  const unreached = await collect(closed, async (route) => {
    const persons = [byToken(business.owner.token), byCookie(session.secret)];
    for (const credential of persons) {
      const answer = await tryOut(route, credential);
      if ([401, 403].includes(answer.status) && answer.json.code !== 'invalid_credentials') return summaryOf(answer);
    }
    const answer = await tryOut(route, key);
    const expected = route.access === 'user' ? answer.json.code === 'user_required' : answer.status !== 401;
    return expected ? undefined : `by key ${summaryOf(answer)}`;
  });
  assert.deepEqual(unreached, []);
});

test('every write supports a dry run or says that it does not', async () => {
  await refresh();
  const wrong = await collect(routes.filter(isWrite), async (route) => {
    const answer = await tryOut(route, byToken(business.owner.token));
    if (answer.status === 400 || answer.status >= 500) return summaryOf(answer);
    if ((answer.json.code === 'dry_run_unsupported') === canDryRun(route)) return summaryOf(answer);
    const isTrial = answer.json.dryRun === true && answer.json.status === route.status;
    return answer.status === 200 && !isTrial ? 'did more than try' : undefined;
  });
  assert.deepEqual(wrong, []);
});

test('an unknown path and an unknown object have different answers', async () => {
  for (const target of ['/v1', '/v1/', '/v3/user', `/v1/${randomUUID()}`, '/v1/user/login/', '/V1/user/login']) {
    assert.equal(summaryOf(await send({ method: 'GET', target })), '404 route_not_found', target);
  }
});

const isFoundBy = (path: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(path);

test('a known path with another method lists its methods', async () => {
  const paths = Map.groupBy(routes, ({ path }) => path);
  for (const [path, known] of paths) {
    const methods = known.map(({ method }) => method).sort();
    // A literal path may also match a path with a parameter.
    const taken = new Set(routes.filter((other) => isFoundBy(path, other.path)).map((other) => other.method));
    const method = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].find((other) => !taken.has(other));
    if (!method) continue;
    const answer = await send({ method, target: path.replace(/:[A-Za-z]+/g, () => randomUUID()) });
    const allow = String(answer.headers.allow).split(', ').sort();
    assert.equal(summaryOf(answer), '405 method_not_allowed', `${method} ${path}`);
    assert.deepEqual(
      methods.filter((one) => !allow.includes(one)),
      [],
      `Allow of ${path}`,
    );
  }
});
