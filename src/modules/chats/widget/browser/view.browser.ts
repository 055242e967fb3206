import type { Message } from './link.browser.ts';
import type { Words } from './words.ts';

/** A message as the frame shows it; one of ours may still be on its way. */
export interface Shown extends Message {
  state?: 'sending' | 'failed';
  retry?: () => Promise<void>;
}

const SAME_GROUP_MS = 5 * 60_000;

/** Draws the messages. Every text is set as text, so nothing that anybody writes becomes a part of the page. */
export class View {
  readonly #log: HTMLElement;
  readonly #say: Words;
  readonly #language: string;
  readonly #choose: (text: string) => void;
  #isPinned = true;

  constructor(
    log: HTMLElement,
    { say, language, choose }: { say: Words; language: string; choose(text: string): void },
  ) {
    this.#log = log;
    this.#say = say;
    this.#language = language;
    this.#choose = choose;
    const stay = (): void => void (this.#isPinned && this.toEnd());
    // A picture grows after it was drawn, and a keyboard takes its room from the log.
    log.addEventListener('load', stay, true);
    new ResizeObserver(stay).observe(log);
    log.addEventListener('scroll', () => (this.#isPinned = this.#isAtEnd()));
  }

  draw(messages: readonly Shown[], { readSeq, isTyping }: { readSeq: string; isTyping: boolean }): void {
    const isAtEnd = this.#isAtEnd();
    const nodes: Node[] = [];
    let before: Shown | undefined;
    const lastOwn = messages.findLast(({ from }) => from === 'visitor');
    for (const [place, message] of messages.entries()) {
      if (dayOf(message) !== (before && dayOf(before))) nodes.push(this.#day(message));
      const isFirst = !isSameGroup(before, message);
      const isLast = !isSameGroup(message, messages[place + 1]);
      nodes.push(this.#message(message, { isFirst, isLast, isNewest: place === messages.length - 1 }));
      if (message === lastOwn || message.state) nodes.push(this.#status(message, readSeq));
      before = message;
    }
    if (isTyping) nodes.push(this.#typing());
    this.#log.replaceChildren(...nodes);
    this.#isPinned = isAtEnd || isTyping;
    if (this.#isPinned) this.toEnd();
  }

  #isAtEnd(): boolean {
    return this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < 80;
  }

  toEnd(): void {
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  #message(message: Shown, place: { isFirst: boolean; isLast: boolean; isNewest: boolean }): HTMLElement {
    const isOwn = message.from === 'visitor';
    const row = element('div', `row ${isOwn ? 'own' : 'theirs'}${place.isFirst ? ' first' : ''}`);
    const who = isOwn ? this.#say.you : this.#nameOf(message);
    if (!isOwn && place.isFirst && message.from !== 'system') row.append(element('p', 'who', who));
    const bubble = element('div', 'bubble');
    bubble.append(element('span', 'hidden', `${who}: `));
    if (message.isDeleted) bubble.append(element('em', '', this.#say.deleted));
    for (const medium of message.media) bubble.append(...mediumOf(medium));
    if (message.text) bubble.append(textOf(message.text));
    if (message.location) bubble.append(this.#map(message.location));
    if (message.media.some(({ contentType, url }) => url && contentType.startsWith('image/')) && !message.text)
      bubble.classList.add('picture');
    row.append(bubble);
    if (place.isNewest && message.buttons.length > 0) row.append(this.#choices(message.buttons));
    if (place.isLast) row.append(timeOf(message, this.#language));
    return row;
  }

  #nameOf({ from, name }: Shown): string {
    return name ?? (from === 'bot' ? this.#say.assistant : document.body.dataset.name!);
  }

  #status(message: Shown, readSeq: string): HTMLElement {
    const { state, seq, retry } = message;
    const isSeen = seq !== '' && BigInt(seq) <= BigInt(readSeq);
    const text =
      state === 'failed' ? this.#say.failed : state ? this.#say.sending : isSeen ? this.#say.seen : this.#say.sent;
    const line = element('p', `status${state === 'failed' ? ' problem' : ''}`, text);
    if (retry && state === 'failed') line.append(' ', button('link', this.#say.retry, retry));
    return line;
  }

  #choices(buttons: readonly string[]): HTMLElement {
    const group = element('div', 'choices');
    group.append(...buttons.map((text) => button('choice', text, () => this.#choose(text))));
    return group;
  }

  #map({ latitude, longitude, name }: NonNullable<Message['location']>): HTMLElement {
    return link(
      `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
      name || this.#say.map,
    );
  }

  #day(message: Shown): HTMLElement {
    const date = new Date(message.at);
    const isToday = date.toDateString() === new Date().toDateString();
    const format = new Intl.DateTimeFormat(this.#language, { weekday: 'long', day: 'numeric', month: 'long' });
    return element('p', 'day', isToday ? this.#say.today : format.format(date));
  }

  #typing(): HTMLElement {
    const row = element('div', 'row theirs first');
    const bubble = element('div', 'bubble dots');
    bubble.append(element('span', 'hidden', this.#say.typing), ...[1, 2, 3].map(() => element('i', '')));
    row.append(bubble);
    return row;
  }
}

const dayOf = ({ at }: Shown): string => new Date(at).toDateString();

const isSameGroup = (a: Shown | undefined, b: Shown | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.from === b.from &&
  a.name === b.name &&
  dayOf(a) === dayOf(b) &&
  Date.parse(b.at) - Date.parse(a.at) < SAME_GROUP_MS;

function timeOf({ at }: Shown, language: string): HTMLElement {
  const time = document.createElement('time');
  time.dateTime = at;
  time.textContent = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(new Date(at));
  return time;
}

function mediumOf({ name, contentType, url }: Message['media'][0]): HTMLElement[] {
  if (!url) return [element('span', 'file', name)];
  if (!/^image\/(png|jpeg|gif|webp|avif)$/.test(contentType))
    return [Object.assign(link(url, name), { className: 'file' })];
  const image = document.createElement('img');
  image.src = url;
  image.alt = name;
  image.loading = 'lazy';
  const opener = link(url, '');
  opener.append(image);
  return [opener];
}

/** Text with its addresses as links. */
function textOf(text: string): HTMLElement {
  const paragraph = element('p', 'text');
  let from = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g)) {
    paragraph.append(text.slice(from, match.index), link(match[0], match[0]));
    from = match.index + match[0].length;
  }
  paragraph.append(text.slice(from));
  return paragraph;
}

function link(url: string, text: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.target = '_blank';
  anchor.rel = 'noopener noreferrer';
  anchor.textContent = text;
  return anchor;
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function button(className: string, text: string, press: () => void): HTMLButtonElement {
  const made = element('button', className, text) as HTMLButtonElement;
  made.type = 'button';
  made.addEventListener('click', press);
  return made;
}
