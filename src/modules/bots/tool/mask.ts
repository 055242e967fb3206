export type Secrets = Record<string, string>;

const MASK = '•••';

/** The forms in which an address may repeat a secret: as it is, in JSON (also as PHP writes it), in a URL, and in Base64. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    url,
    url.replaceAll('%20', '+'),
    Buffer.from(secret).toString('base64'),
  ];
}

/** Replaces every secret in a text: an address may echo what it was sent. Long ones first, because one may contain another. */
export const masked = (text: string, secrets: Secrets): string =>
  Object.values(secrets)
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, form) => left.replaceAll(form, MASK), text);
