import { type ChatModel, chatModel, type ModelAnswer, ModelConfig, type ModelRequest } from '#modules/bots/index.ts';
import { type Adapter, adapter, ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';

/**
 * Plays a model, for trials and tests. It answers with its first source, and asks for a person where there is none. A line of the
 * question can ask for something else:
 *
 *     !call find_products {"search":"arroz"}    calls a tool, and then says what it returned
 *     !say Buenos días                          says this
 *     !cut Buenos dí                            says this, and has no room for more
 *     !silent, !unavailable, !refused, !timeout fails
 *     !slow 500                                 takes so many milliseconds
 *     !obey                                     calls what a result asks for in its text, as a model that is deceived would
 */
export const chatModelSimulator = (): Adapter<ChatModel, typeof ModelConfig> =>
  adapter({ port: chatModel, name: 'test', config: ModelConfig, connect: () => ({ answer: aloud }) });

/** Says its answer in two parts. */
async function aloud(request: ModelRequest): Promise<ModelAnswer> {
  const answer = await play(request);
  const half = Math.ceil(answer.text.length / 2);
  for (const part of [answer.text.slice(0, half), answer.text.slice(half)]) if (part) request.onText?.(part);
  return answer;
}

async function play({ messages, system, signal, tools }: ModelRequest): Promise<ModelAnswer> {
  const last = messages.at(-1)!;
  if (last.role === 'results') return repeated(messages, JSON.stringify(last.results.map(({ result }) => result)));
  const text = 'text' in last ? last.text : '';
  await wait(Number(/^!slow (\d{1,5})$/m.exec(text)?.[1] ?? 0), signal);
  if (/^!timeout$/m.test(text)) throw ProviderTimeout('The model did not answer in time.');
  if (/^!unavailable$/m.test(text)) throw ProviderUnavailable('The model cannot be reached.');
  if (/^!refused$/m.test(text)) throw ProviderRefused('The model answered 401: the key is wrong.');
  if (/^!silent$/m.test(text)) return said('');
  const wanted = /^!say (.*)$/m.exec(text)?.[1];
  if (wanted !== undefined) return said(wanted);
  const cut = /^!cut (.*)$/m.exec(text)?.[1];
  if (cut !== undefined) return { ...said(cut), isCut: true };
  const calls = callsIn(text);
  if (calls.length > 0) return { ...said(''), calls };
  const first = /^\[1\] [^\n]*\n([^\n]*)/m.exec(system)?.[1];
  if (first !== undefined) return said(`${first.trim()} [1]`);
  const reason = tools.length > 0 ? 'No source answers this.' : '';
  return { ...said(''), calls: [{ id: 'call-0', name: 'hand_over', args: { reason } }] };
}

/** Says what the tools returned, or calls what it asks for if the user wants a model that obeys. */
function repeated(messages: ModelRequest['messages'], results: string): ModelAnswer {
  const asked = messages.findLast(({ role }) => role === 'user');
  const wanted = /!call \w+ \{[^}]*\}+/.exec(results.replaceAll('\\"', '"'))?.[0];
  const isDeceived = asked && 'text' in asked && /^!obey$/m.test(asked.text);
  return isDeceived && wanted ? { ...said(''), calls: callsIn(wanted) } : said(results);
}

const callsIn = (text: string): ModelAnswer['calls'] =>
  [...text.matchAll(/^!call (\w+) (.*)$/gm)].map(([, name, args], place) => ({
    id: `call-${place}`,
    name: name!,
    args: JSON.parse(args!) as unknown,
  }));

const said = (text: string): ModelAnswer => ({ text, calls: [], tokens: { input: 10, output: text.length } });

async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
