import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { AutomationSecret, GivenAutomationSecret } from './secret.schema.ts';
import { secretList } from './secret.sql.ts';
import { createSecret, deleteSecret, replaceSecret, SecretInUse, SecretNameTaken, TooManySecrets } from './secret.ts';

const example = { name: 'DELIVERY_KEY', value: 'k-2f9d1c77', hosts: ['api.delivery.example.com'] };

export const secretRoutes = [
  route('GET', '/v1/automation/secrets', 'automations:read', {
    summary: 'List the secrets of automations',
    description: 'Their names and hosts. The values are never returned.',
    query: secretList.query,
    returns: pageOf(AutomationSecret),
    handler: (ctx, { query }) => secretList.page(ctx, query),
  }),
  route('POST', '/v1/automation/secrets', 'automations:write', {
    action: 'createSecret',
    summary: 'Save a secret for automations',
    description:
      'HTTP nodes use it in headers and bodies as `{{ secrets.NAME }}`, for the listed hosts only. It is masked wherever a step is recorded.',
    status: 201,
    body: GivenAutomationSecret,
    returns: AutomationSecret,
    refusals: [SecretNameTaken, TooManySecrets],
    examples: { body: example },
    handler: (ctx, { body }) => createSecret(ctx, body),
  }),
  route('PUT', '/v1/automation/secrets/:id', 'automations:write', {
    action: 'replaceSecret',
    summary: 'Replace a secret of automations',
    description: 'All fields, the value included: nobody can send a secret to other hosts without knowing it.',
    body: GivenAutomationSecret,
    returns: AutomationSecret,
    refusals: [SecretNameTaken, SecretInUse],
    examples: { body: { ...example, value: 'k-88ab01e4' } },
    handler: (ctx, { params: { id }, body }) => replaceSecret(ctx, id, body),
  }),
  route('DELETE', '/v1/automation/secrets/:id', 'automations:write', {
    action: 'deleteSecret',
    summary: 'Delete a secret of automations',
    description: 'Refused while an enabled automation uses it.',
    refusals: [SecretInUse],
    handler: (ctx, { params: { id } }) => deleteSecret(ctx, id),
  }),
];
