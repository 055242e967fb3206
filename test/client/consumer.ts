// Compiled against the sources by `npm run check` and against the package by its test. It never runs.
import { type Contact, createClient, type Document, type NewContact, type Operations, unwrap, webhooks } from '#client';

const api = createClient({ baseUrl: 'https://colmado.example.com' });

export async function compiles(): Promise<void> {
  const { data, error } = await api.POST('/v1/beneficiary', { body: { name: 'Ana' } });
  if (error) {
    const code: Operations['POST']['/v1/beneficiary']['code'] | 'unexpected_answer' = error.code;
    console.log(code);
  } else {
    const name: string = data.name;
    console.log(name);
  }
  const body: NewContact = { name: 'Ana' };
  const contact: Contact = await unwrap(api.POST('/v1/beneficiary', { body }));
  const document: Document = await unwrap(
    api.POST('/v1/record/pending', { body: { contactId: contact.id, elements: [] } }),
  );
  const page = await unwrap(api.GET('/v1/beneficiary', { params: { query: { itemsPerPage: 5 } } }));
  const total: number = page.total;
  const file: Response = await unwrap(api.GET('/v1/beneficiary/export'));
  const nothing: undefined = await unwrap(api.DELETE('/v1/organization/webhook', { body: { id: '' } }));
  console.log(document.total, total, file, nothing);
  for await (const event of api.events({ types: ['resource:created', 'resource:updated'] }))
    console.log(event.payload.resourceId);
  for await (const event of api.events({ types: ['invoice:*'] })) console.log(event.payload.invoiceId);
  for await (const event of api.list('/v1/organization/events'))
    if (event.type === 'resource:created') console.log(event.payload.resourceId);
  const { results } = await unwrap(api.POST('/v1/record/pending/bulk', { body: { documents: [] } }));
  for (const row of results) {
    const id: string | null = row.error ? null : row.id;
    if (row.error?.code === 'stock_insufficient') console.log(id, row.error.errors);
  }
  createClient({ baseUrl: 'https://colmado.example.com', credentials: async () => ({ token: 'cmt_…' }) });
}

export async function doesNotCompile(): Promise<void> {
  // @ts-expect-error: a field of an object with a type of its own
  const body: NewContact = { name: 'Ana', isCostumer: true };
  // @ts-expect-error: a path
  await api.GET('/v1/beneficiray');
  // @ts-expect-error: a method that the path does not have
  await api.PUT('/v1/beneficiary', { body: { name: 'Ana' } });
  // @ts-expect-error: a missing body
  await api.POST('/v1/beneficiary');
  // @ts-expect-error: a missing field
  await api.POST('/v1/beneficiary', { body: {} });
  // @ts-expect-error: a field of the body
  await api.POST('/v1/beneficiary', { body: { name: 'Ana', isCostumer: true } });
  // @ts-expect-error: a field deep inside the body
  await api.POST('/v1/beneficiary', { body: { name: 'Ana', contactData: [{ kind: 'email', value: '', lable: '' }] } });
  // @ts-expect-error: a field of one of several forms of a body
  await api.POST('/v1/record', { body: { kind: 'income', amount: '1', acountId: null } });
  // @ts-expect-error: a field of another form than the one chosen
  await api.POST('/v1/record', { body: { kind: 'income', amount: '1', toAccountId: '' } });
  // @ts-expect-error: a value
  await api.POST('/v1/beneficiary', { body: { name: 'Ana', kind: 'compani' } });
  await api.POST('/v1/beneficiary', { body });
  // @ts-expect-error: a query parameter
  await api.GET('/v1/beneficiary', { params: { query: { serach: 'ana' } } });
  // @ts-expect-error: a path parameter
  await api.GET('/v1/organization/webhook/{webhookId}', { params: { path: { webhokId: '' } } });
  // @ts-expect-error: an option
  await api.GET('/v1/beneficiary', { timeout: 5 });
  // @ts-expect-error: a list that is none
  for await (const _ of api.list('/v1/organization/active'));
  // @ts-expect-error: a query parameter of a list
  for await (const _ of api.list('/v1/beneficiary', { params: { query: { serach: 'ana' } } }));
  const { data, error } = await api.POST('/v1/beneficiary', { body: { name: 'Ana' } });
  // @ts-expect-error: a field of the answer
  console.log(data?.nmae);
  // @ts-expect-error: a code that this operation does not have
  console.log(error?.code === 'webhook_limit');
  // @ts-expect-error: a type of event
  for await (const event of api.events({ types: ['beneficiary:craeted'] })) console.log(event);
  // @ts-expect-error: a group of events
  for await (const event of api.events({ types: ['benficiary:*'] })) console.log(event);
  // @ts-expect-error: a payload of another event than those asked for
  for await (const event of api.events({ types: ['resource:created'] })) console.log(event.payload.invoiceId);
  // @ts-expect-error: a type of event in a list
  for await (const event of api.list('/v1/organization/events')) console.log(event.type === 'resource:craeted');
  const { results } = await unwrap(api.POST('/v1/record/pending/bulk', { body: { documents: [] } }));
  // @ts-expect-error: a code of a refused row
  console.log(results[0]?.error?.code === 'stock_insuficient');
  // @ts-expect-error: the id of a row that may have been refused
  const id: string | undefined = results[0]?.id;
  console.log(id);
  const event = await webhooks.verify({ secret: '', headers: {}, body: '' });
  // @ts-expect-error: a field of another event's payload
  if (event.type === 'invoice:paid') console.log(event.data.beneficiaryId);
}
