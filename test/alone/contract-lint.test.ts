import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const text = await readFile('openapi.json', 'utf8');

/** Paths and methods are those of the specification; these rules would have them otherwise. */
const redoclyExceptions: Record<string, RegExp> = {
  // A fixed word next to an id is not ambiguous, because ids are UUIDs: `/resource/tax/{id}`, `/resource/{id}/storage`.
  'no-ambiguous-paths': /./,
  // The link that a customer pays by leads to the payment page, and the form of a page leads back to the cart.
  'operation-2xx-response': /pending~1\{pendingRecordId\}~1pay~1|marketplace~1cart~1form/,
};

test('the contract is clean under the recommended rules of Redocly', async () => {
  const problems = await lintDocument({
    document: makeDocumentFromString(text, 'openapi.json'),
    externalRefResolver: new BaseResolver(),
    config: await createConfig({ extends: ['recommended'] }),
  });
  const found = problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer ?? '' }));
  const isException = ({ ruleId, at }: { ruleId: string; at: string }): boolean =>
    redoclyExceptions[ruleId]?.test(at) ?? false;
  assert.deepEqual(
    found.filter((problem) => !isException(problem)),
    [],
  );
  const stale = Object.keys(redoclyExceptions).filter((rule) => !found.some(({ ruleId }) => ruleId === rule));
  assert.deepEqual(stale, [], 'These exceptions are not needed any more.');
});

const owasp = createRequire(import.meta.url)('@stoplight/spectral-owasp-ruleset') as {
  rules: Record<string, object>;
};

/** The rules of OWASP that are not followed, or not as they are written. */
const owaspExceptions: Record<string, unknown> = {
  // It does not look into alternatives: where a filter takes one id or several, both are UUIDs.
  'owasp:api1:2023-no-numeric-ids': 'off',
  // As written it takes everything under a key `parameters` for a parameter, and fails on a schema with a field `in`.
  'owasp:api2:2023-no-credentials-in-url': {
    ...owasp.rules['owasp:api2:2023-no-credentials-in-url'],
    // The token of a link is in its address: it opens one file until it expires, or one booking to its visitor, or one change of payouts to the owner. A messaging
    // provider verifies a webhook with a token in the query.
    given:
      "$.paths[?(!@property.match(/^\\/v1\\/files\\/object\\/public$|\\/booking\\/\\{bookingToken\\}$|\\/chat\\/webhook|\\/change-payouts-intervar$/))][*].parameters[?(@ && (@.in == 'query' || @.in == 'path'))].name",
  },
  // The specification says which operations are public, and `contract.test.ts` compares them.
  'owasp:api2:2023-write-restricted': 'off',
  'owasp:api2:2023-read-restricted': 'off',
  'owasp:api8:2023-define-error-responses-401': 'off',
  // Limits protect the service from requests; answers have none to declare. `limits.test.ts` checks the requests.
  'owasp:api4:2023-array-limit': 'off',
  'owasp:api4:2023-integer-format': 'off',
  'owasp:api4:2023-integer-limit': 'off',
  'owasp:api4:2023-string-limit': 'off',
  'owasp:api4:2023-string-restricted': 'off',
  // `RateLimit` is on every answer; to declare it on every refusal as well would only make the contract longer.
  'owasp:api4:2023-rate-limit': 'off',
  // The onboarding link takes the addresses to return to, which the browser opens and the service does not.
  'owasp:api7:2023-concerning-url-parameter': 'off',
  // Browsers of other origins are not served.
  'owasp:api8:2023-define-cors-origin': 'off',
  // `5XX` covers 500.
  'owasp:api8:2023-define-error-responses-500': 'off',
};

test('the contract is clean under the rules of Spectral and OWASP', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    extends: [
      [rulesets.oas as RulesetDefinition, 'recommended'],
      [owasp as unknown as RulesetDefinition, 'recommended'],
    ],
    rules: owaspExceptions,
  } as RulesetDefinition);
  const problems = await linter.run(JSON.parse(text) as Record<string, unknown>);
  // It takes every object with a field `example` for a schema, even in an example: a message template has such fields.
  const isOfExample = (path: (string | number)[]) => path.slice(0, -1).includes('example');
  assert.deepEqual(
    problems
      .filter(({ code, path }) => code !== 'oas3-valid-schema-example' || !isOfExample(path))
      .map(({ code, message, path }) => ({ code, message, at: path.join('/') })),
    [],
  );
});
