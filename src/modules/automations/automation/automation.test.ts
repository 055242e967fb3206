import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCall, call, newAutomation, settled } from '#test/automations.ts';
import { type Business, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { VERSIONS_KEPT } from './automation.ts';

const path = (id: string) => ({ params: { path: { id } } });
const step = (details: object) => ({ id: 'one', kind: 'transform', value: 1, ...details });

async function problems({ api }: Pick<Business, 'api'>, given: { trigger?: unknown; nodes: unknown[] }) {
  const body = { name: 'Prueba', trigger: byCall(), ...given };
  const { error } = await api.POST('/v1/automation', { body: body as never });
  return error ? [error.code, error.errors?.[0]?.path, error.errors?.[0]?.code] : [];
}

test('an automation is saved in versions, and enabled and disabled', async () => {
  const business = await newBusiness();
  const nodes = [step({})];
  const made = await newAutomation(business, { trigger: byCall('name'), nodes, enabled: false });
  assert.deepEqual([made.enabled, made.currentVersion, made.publishedBy, made.webhookUrl], [false, 1, null, null]);
  const change = { name: 'Otra', trigger: byCall(), nodes: [step({ value: 2 })], version: made.version };
  const { data: changed } = await business.api.PUT('/v1/automation/{id}', { ...path(made.id), body: change as never });
  assert.deepEqual([changed!.name, changed!.currentVersion], ['Otra', 2]);
  const stale = await business.api.PUT('/v1/automation/{id}', { ...path(made.id), body: change as never });
  assert.equal(codeOf(stale), 'version_conflict');
  const { data: on } = await business.api.PUT('/v1/automation/{id}/enable', path(made.id));
  assert.deepEqual([on!.enabled, on!.publishedBy], [true, business.owner.id]);
  const { data: off } = await business.api.PUT('/v1/automation/{id}/disable', path(made.id));
  assert.equal(off!.enabled, false);
  assert.deepEqual((await business.api.GET('/v1/automation/{id}', path(made.id))).data, off);
  const { data: list } = await business.api.GET('/v1/automation', { params: { query: { enabled: false } } });
  assert.deepEqual([list!.data.length, list!.data[0]!.id], [1, made.id]);
});

test('an earlier version of an automation is read, and saved again to go back to it', async () => {
  const { api, ...business } = await newBusiness();
  const made = await newAutomation({ api, ...business }, { trigger: byCall('name'), nodes: [step({ value: 1 })] });
  const { name, version } = made;
  const change = { name, version, trigger: byCall(), nodes: [step({ value: 2 })] };
  await api.PUT('/v1/automation/{id}', { ...path(made.id), body: change as never });
  const read = (automationVersion?: number) =>
    api.GET('/v1/automation/{id}', { params: { ...path(made.id).params, query: { automationVersion } } });
  const { data: first } = await read(1);
  assert.deepEqual([first!.nodes, first!.trigger, first!.currentVersion], [made.nodes, made.trigger, 2]);
  const { trigger, nodes } = first!;
  const { data: back } = await api.PUT('/v1/automation/{id}', { ...path(made.id), body: { name, trigger, nodes } });
  assert.deepEqual([back!.nodes, back!.currentVersion, (await read()).data!.nodes], [nodes, 3, nodes]);
  assert.equal(codeOf(await read(4)), 'not_found');
});

test('the versions of an automation say who saved and who published them, and an earlier one is restored as the newest', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'admin');
  const nodes = (value: number) => [step({ value })];
  const made = await newAutomation(business, { trigger: byCall('name'), nodes: nodes(1), enabled: false });
  const change = { name: 'Otra', trigger: byCall(), nodes: nodes(2), threadsPerHour: 7 };
  await member.api.PUT('/v1/automation/{id}', { ...path(made.id), body: change as never });
  await business.api.PUT('/v1/automation/{id}/enable', path(made.id));
  const restored = await member.api.PUT('/v1/automation/{id}/restore', {
    ...path(made.id),
    body: { automationVersion: 1 },
  });
  const { name, threadsPerHour, nodes: again, trigger, publishedBy, currentVersion } = restored.data!;
  assert.deepEqual([name, threadsPerHour, publishedBy, currentVersion], ['Otra', 7, member.id, 3]);
  assert.deepEqual([again, trigger], [made.nodes, made.trigger]);
  const { data } = await business.api.GET('/v1/automation/{id}/versions', path(made.id));
  const owner = business.owner.id;
  assert.deepEqual(
    data!.data.map((each) => [
      each.number,
      each.isCurrent,
      each.createdBy,
      each.publishedBy,
      each.publishedAt !== null,
    ]),
    [
      [3, true, member.id, member.id, true],
      [2, false, member.id, owner, true],
      [1, false, owner, null, false],
    ],
  );
  const { id: threadId } = await call(business, made.id, { name: 'Ana' });
  const { data: thread } = await business.api.GET('/v1/automation/thread/{threadId}', {
    params: { path: { threadId } },
  });
  assert.equal(thread!.automationVersion, 3);
});

test('the newest versions of an automation are kept, and older ones as long as a thread of theirs', async () => {
  const business = await newBusiness();
  const { api } = business;
  const made = await newAutomation(business, { trigger: byCall(), nodes: [step({ value: 1 })] });
  const { name, id } = made;
  const save = async () => {
    const body = { name, trigger: byCall(), nodes: [step({ value: 2 })] } as never;
    assert.equal((await api.PUT('/v1/automation/{id}', { ...path(id), body })).response.status, 200);
  };
  await save();
  await call(business, id);
  const { id: threadId } = await settled(business, id);
  for (let saved = 0; saved < VERSIONS_KEPT; saved++) await save();
  const { data } = await api.GET('/v1/automation/{id}/versions', {
    params: { ...path(id).params, query: { itemsPerPage: 100 } },
  });
  assert.deepEqual([data!.total, data!.data[0]!.number], [VERSIONS_KEPT + 1, VERSIONS_KEPT + 2]);
  const read = (automationVersion: number) =>
    api.GET('/v1/automation/{id}', { params: { ...path(id).params, query: { automationVersion } } });
  assert.equal(codeOf(await read(1)), 'not_found');
  assert.equal((await read(2)).data!.nodes.length, 1);
  const thread = await api.GET('/v1/automation/thread/{threadId}', { params: { path: { threadId } } });
  assert.equal(thread.data!.automationVersion, 2);
});

test('a version that is not there, has changed or could not run any more is not restored', async () => {
  const business = await newBusiness();
  const { api } = business;
  const node = { id: 'one', kind: 'operation', operation: 'contacts.create', body: { name: 'A' } };
  const made = await newAutomation(business, { trigger: byCall(), nodes: [node], enabled: false });
  const change = { name: 'Otra', trigger: byCall(), nodes: [step({})] };
  const { data: changed } = await api.PUT('/v1/automation/{id}', { ...path(made.id), body: change as never });
  const restore = (by: Pick<Business, 'api'>, automationVersion: number, version?: number) =>
    by.api.PUT('/v1/automation/{id}/restore', { ...path(made.id), body: { automationVersion, version } });
  const unknown = await restore(business, 3);
  assert.deepEqual(
    [codeOf(unknown), unknown.error!.errors![0]!.path],
    ['reference_not_found', 'body.automationVersion'],
  );
  assert.equal(codeOf(await restore(business, 1, made.version)), 'version_conflict');
  const member = await newMember(business, 'custom', ['automations:write', 'automations:read']);
  assert.equal(codeOf(await restore(member, 1)), 'invalid_automation');
  const current = await restore(business, 2);
  assert.deepEqual(current.data, changed);
  assert.equal((await api.GET('/v1/automation/{id}/versions', path(made.id))).data!.total, 2);
});

test('a graph that could not run is refused with the place of each problem', async () => {
  const business = await newBusiness();
  const cases: [unknown[], string, string][] = [
    [[step({ next: 'two' })], 'body.nodes[0].next', 'not_found'],
    [[step({}), step({})], 'body.nodes[1].id', 'duplicate'],
    [[step({}), step({ id: 'two' })], 'body.nodes[1].id', 'unreachable'],
    [[step({ next: 'two' }), step({ id: 'two', next: 'one' })], 'body.nodes[0]', 'cycle'],
    [[step({ value: '{{ 1 + }}' })], 'body.nodes[0].value', 'invalid_expression'],
    [[step({ value: '{{ process.exit() }}' })], 'body.nodes[0].value', 'invalid_expression'],
    [[step({ value: '{{ steps.nothing.total }}' })], 'body.nodes[0].value', 'not_found'],
    [[step({ value: '{{ steps.two }}', next: 'two' }), step({ id: 'two' })], 'body.nodes[0].value', 'not_before'],
    [[step({ value: '{{ steps.one }}' })], 'body.nodes[0].value', 'not_before'],
    [[step({ value: 'Hola {{ input.name }' })], 'body.nodes[0].value', 'invalid_expression'],
    [[step({ value: '{{ secrets.KEY }}' })], 'body.nodes[0].value', 'invalid_expression'],
    [
      [{ id: 'one', kind: 'approval', message: '¿Seguimos?', permission: 'nothing:write' }],
      'body.nodes[0].permission',
      'unknown_permission',
    ],
    [[{ id: 'one', kind: 'operation', operation: 'contacts.explode' }], 'body.nodes[0].operation', 'unknown_operation'],
    [
      [{ id: 'one', kind: 'operation', operation: 'automations.create' }],
      'body.nodes[0].operation',
      'unknown_operation',
    ],
    [
      [{ id: 'one', kind: 'operation', operation: 'contacts.create', body: { name: 'A', nombre: 'x' } }],
      'body.nodes[0].body.nombre',
      'unknown_field',
    ],
    [
      [{ id: 'one', kind: 'http', method: 'GET', url: 'https://{{ input.host }}.example.com/' }],
      'body.nodes[0].url',
      'invalid_url',
    ],
    [[{ id: 'one', kind: 'http', method: 'GET', url: 'ftp://example.com/' }], 'body.nodes[0].url', 'scheme'],
    [
      [
        {
          id: 'one',
          kind: 'http',
          method: 'GET',
          url: 'https://example.com/',
          headers: { Authorization: '{{ secrets.NOTHING }}' },
        },
      ],
      'body.nodes[0].headers.Authorization',
      'missing_secret',
    ],
  ];
  for (const [nodes, place, code] of cases)
    assert.deepEqual(await problems(business, { nodes }), ['invalid_automation', place, code], JSON.stringify(nodes));
  const refuse = async (node: object) =>
    (await business.api.POST('/v1/automation', { body: { name: 'X', trigger: byCall(), nodes: [node] } as never }))
      .error!.detail;
  const node = { id: 'one', kind: 'operation', operation: 'contacts.create', body: { nmae: 'A' } };
  assert.match(await refuse(node), /^one\.body\.\w+: This field is/);
  assert.match(
    await refuse({ ...node, operation: 'contacts.creat' }),
    /contacts\.creat: did you mean `contacts\.create`\?$/,
  );
  const unknown = { trigger: { kind: 'event', types: ['invoice:exploded'] }, nodes: [step({})] };
  assert.deepEqual(await problems(business, unknown), ['invalid_automation', 'body.trigger.types[0]', 'unknown_event']);
});

test('a node may use what a loop before it computed, also in its earlier rounds', async () => {
  const business = await newBusiness();
  const nodes = [
    { id: 'each', kind: 'loop', items: '{{ [1, 2] }}', body: 'first', next: 'after' },
    step({ id: 'first', value: '{{ steps.?second.orValue(0) }}', next: 'second' }),
    step({ id: 'second', value: '{{ item }}', next: 'ask' }),
    { id: 'ask', kind: 'approval', message: '¿Seguimos?', permission: 'app-data:write' },
    step({ id: 'after', value: '{{ steps.second }}' }),
  ];
  await newAutomation(business, { trigger: byCall(), nodes });
});

test('nobody publishes an operation that they may not use', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'custom', ['automations:write', 'contacts:read']);
  const node = { id: 'one', kind: 'operation', operation: 'contacts.create', body: { name: 'A' } };
  assert.deepEqual(await problems(member, { nodes: [node] }), [
    'invalid_automation',
    'body.nodes[0].operation',
    'forbidden',
  ]);
  const { id } = await newAutomation(business, { trigger: byCall(), nodes: [node] });
  assert.equal(codeOf(await member.api.PUT('/v1/automation/{id}/enable', path(id))), 'invalid_automation');
});

test('a secret is write-only, is bound to its hosts, and stays while it is used', async () => {
  const { api } = await newBusiness();
  const value = 'canary-2f9d1c77';
  const body = { name: 'API_KEY', value, hosts: ['api.example.com'] };
  const { data: secret, error } = await api.POST('/v1/automation/secrets', { body });
  assert.equal(error, undefined);
  const { data: listed } = await api.GET('/v1/automation/secrets');
  assert.ok(!JSON.stringify([secret, listed]).includes(value));
  assert.equal(codeOf(await api.POST('/v1/automation/secrets', { body })), 'secret_name_taken');
  const replacement = { name: 'API_KEY', hosts: ['evil.example.com'] };
  const withoutValue = await api.PUT('/v1/automation/secrets/{id}', {
    ...path(secret!.id),
    body: replacement as never,
  });
  assert.equal(codeOf(withoutValue), 'invalid_request');
  const { data: replaced } = await api.PUT('/v1/automation/secrets/{id}', {
    ...path(secret!.id),
    body: { ...body, value: 'another-value-1' },
  });
  assert.deepEqual([replaced!.hosts, replaced!.version], [['api.example.com'], 2]);
  const request = (url: string) => ({
    id: 'one',
    kind: 'http',
    method: 'GET',
    url,
    headers: { Authorization: 'Bearer {{ secrets.API_KEY }}' },
  });
  assert.deepEqual(await problems({ api }, { nodes: [request('https://evil.example.com/')] }), [
    'invalid_automation',
    'body.nodes[0].headers.Authorization',
    'secret_not_allowed',
  ]);
  const made = await newAutomation({ api }, { trigger: byCall(), nodes: [request('https://api.example.com/')] });
  const inUse = await api.DELETE('/v1/automation/secrets/{id}', path(secret!.id));
  assert.equal(codeOf(inUse), 'secret_in_use');
  await api.PUT('/v1/automation/{id}/disable', path(made.id));
  const { response } = await api.DELETE('/v1/automation/secrets/{id}', path(secret!.id));
  assert.equal(response.status, 204);
  assert.equal(codeOf(await api.PUT('/v1/automation/{id}/enable', path(made.id))), 'invalid_automation');
});

test('the owner learns which automations act as a member who left', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'admin');
  const nodes = [step({})];
  await newAutomation(member, { name: 'Avisar ventas', trigger: byCall(), nodes });
  await newAutomation(member, { name: 'Apagada', trigger: byCall(), nodes, enabled: false });
  await newAutomation(business, { name: 'Del dueño', trigger: byCall(), nodes });
  await member.api.POST('/v1/organization/leave');
  const { data } = await business.api.GET('/v1/organization/user/notifications');
  assert.deepEqual(
    data!.data.map(({ kind, data: about }) => [kind, about]),
    [['automations-of-former-member', { userId: member.id }]],
  );
  assert.match(data!.data[0]!.body, /: Avisar ventas\./);
});
