/**
 * A text with its `{{ expressions }}` replaced. They are found by hand: a pattern would look for an end again from each of many
 * beginnings, and texts of 100,000 braces would hold the event loop for seconds.
 */
export function replaceExpressions(text: string, replace: (expression: string) => string): string {
  let replaced = '';
  let place = 0;
  for (;;) {
    const start = text.indexOf('{{', place);
    const end = start < 0 ? -1 : text.indexOf('}}', start + 2);
    if (end < 0) return replaced + text.slice(place);
    replaced += text.slice(place, start) + replace(text.slice(start + 2, end));
    place = end + 2;
  }
}

export function expressionsIn(text: string): string[] {
  const found: string[] = [];
  replaceExpressions(text, (expression) => {
    found.push(expression);
    return '';
  });
  return found;
}
