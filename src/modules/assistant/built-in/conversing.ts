import type { ModelMessage } from '#modules/bots/index.ts';
import { formatDate, formatMoney, formatNumber } from '#platform/format.ts';
import type { Facts } from './facts.ts';
import { type Texts, texts } from './texts.ts';

/** Either an answer, or calls of tools with an optional text. */
export interface Reply {
  text: string;
  calls: { name: string; args: unknown }[];
}

interface Outcome<T = Record<string, unknown>> {
  data: T | null;
  error: string | null;
}

/** A question with what tools have returned for it so far, and ways to answer. */
export class Conversing {
  readonly facts: Facts;
  readonly texts: Texts;
  readonly #results: Map<string, Outcome[]>;
  readonly #tools: Set<string>;

  constructor(facts: Facts, tools: { name: string }[], later: ModelMessage[]) {
    this.facts = facts;
    this.texts = texts[facts.language];
    this.#tools = new Set(tools.map(({ name }) => name));
    const results = later.flatMap((message) => (message.role === 'results' ? message.results : []));
    this.#results = Map.groupBy(
      results.map(({ name, result }) => ({ name, ...readResult(result) })),
      ({ name }) => name,
    );
  }

  /** The results of a tool, in the order of its calls; undefined: it was not called yet. */
  resultsOf<T>(name: string): Outcome<T>[] | undefined {
    return this.#results.get(name) as Outcome<T>[] | undefined;
  }

  /** The result of a tool; or the reply that calls it, or that says why it failed. */
  ask<T>(name: string, args: unknown): { data: T } | { reply: Reply } {
    const [outcome] = this.resultsOf<T>(name) ?? [];
    if (!outcome) return { reply: this.call([{ name, args }]) };
    return outcome.data ? { data: outcome.data } : { reply: this.say(this.texts.failed(outcome.error!)) };
  }

  say = (text: string): Reply => ({ text, calls: [] });

  /** Calls tools, or says that the person has no right to one of them. */
  call(calls: Reply['calls'], text = ''): Reply {
    return calls.every(({ name }) => this.#tools.has(name)) ? { text, calls } : this.say(this.texts.noRight);
  }

  money = (amount: string, currency = this.facts.currency): string =>
    formatMoney(amount, currency, this.facts.notation);
  number = (quantity: string): string => formatNumber(quantity, this.facts.notation);
  date = (day: string): string => formatDate(day, this.facts.notation);
}

function readResult(result: unknown): Outcome {
  const { untrustedData, error } = result as { untrustedData?: Record<string, unknown>; error?: string | null };
  return untrustedData === undefined ? { data: null, error: error ?? '' } : { data: untrustedData, error: null };
}

export interface Named {
  id: string;
  name: string;
}

/** A question, and the same in lower case without accents. */
interface Given {
  text: string;
  plain: string;
}

/** Recognizes a question and answers it; null: it is another one. */
export type Intent = (given: Given, conversing: Conversing) => Reply | null;
