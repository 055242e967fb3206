import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleId, otherExampleId, thirdExampleId } from '#platform/http/example-ids.ts';
import type { Route } from '#platform/http/route.ts';

const folder = process.env.EXAMPLES_FOLDER;
const TEXT_LENGTH_MAX = 300;
/** Of each route, so many different answers are kept for `scripts/examples.ts` to choose from. */
const ANSWERS_MAX = 20;
const counts = new Map<string, number>();

/** Keeps an answer as a possible example for the reference. `npm run examples` runs the tests with a folder for them. */
export function recordExample(route: Route, body: unknown): void {
  if (!folder || typeof body !== 'object' || body === null) return;
  const name = `${route.method} ${route.path}`;
  const count = counts.get(name) ?? 0;
  if (count >= ANSWERS_MAX) return;
  const example = new Normalizer().normalize(body);
  counts.set(name, count + 1);
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ name, example })}\n`);
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
const EXAMPLE_NOW = Date.parse('2026-11-15T13:45:00.000Z');
const IDS = [exampleId, otherExampleId, thirdExampleId];

/** Replaces what differs from run to run (ids, times, secrets, addresses) by values that stay. */
class Normalizer {
  readonly #ids = new Map<string, string>();
  readonly #times = new Map<string, string>();

  normalize(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.slice(0, 1).map((item) => this.normalize(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [this.#text(name), this.normalize(inner)]));
  }

  #text(whole: string): string {
    const text = whole.length > TEXT_LENGTH_MAX ? `${whole.slice(0, TEXT_LENGTH_MAX)}…` : whole;
    if (UUID.test(text)) return remember(this.#ids, text, (count) => idOf(count));
    if (TIME.test(text)) return remember(this.#times, text, (count) => timeOf(count));
    if (DATE.test(text)) return dateOf(text);
    return withoutSecrets(
      text
        .replace(/http:\/\/(localhost|127\.0\.0\.1):\d+/g, 'https://api.example.com')
        .replace(/-\d+-\d+@example\.com$/, '@example.com')
        .replaceAll(/[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/g, (id) =>
          remember(this.#ids, id, (count) => idOf(count)),
        ),
    );
  }
}

function remember(known: Map<string, string>, value: string, make: (count: number) => string): string {
  const made = known.get(value) ?? make(known.size);
  known.set(value, made);
  return made;
}

const idOf = (count: number): string => IDS[count] ?? `019a8c5e-ac33-7e77-8b80-${String(count).padStart(12, '0')}`;

const timeOf = (count: number): string => new Date(EXAMPLE_NOW + count * 1000).toISOString();

/** Days close to today are counted from the day of the examples. */
function dateOf(date: string): string {
  const daysFromToday = Math.round((Date.parse(date) - Math.floor(Date.now() / DAY_MS) * DAY_MS) / DAY_MS);
  if (Math.abs(daysFromToday) > 40) return date;
  return new Date(EXAMPLE_NOW + daysFromToday * DAY_MS).toISOString().slice(0, 10);
}

/** Random text becomes text of the same length and alphabet. */
const withoutSecrets = (text: string): string =>
  text.replaceAll(/[A-Za-z0-9_-]{16,}/g, (word) => {
    if (/^[0-9]+$/.test(word) || !/\d/.test(word)) return word;
    const prefix = /^[a-z]{2,6}_/.exec(word)?.[0] ?? '';
    const alphabet = /^[0-9a-f]+$/.test(word) ? '0123456789abcdef' : 'Example';
    return prefix + alphabet.repeat(word.length).slice(0, word.length - prefix.length);
  });
