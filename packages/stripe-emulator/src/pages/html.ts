const special: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Insert = Html | string | number | null | undefined | false | Insert[]

/** A template whose insertions are escaped unless they come from this function themselves. */
export function html(parts: TemplateStringsArray, ...inserts: Insert[]): Html {
  return new Html(parts.reduce((text, part, index) => text + show(inserts[index - 1]) + part))
}

function show(insert: Insert): string {
  if (insert instanceof Html) return insert.text
  if (Array.isArray(insert)) return insert.map(show).join('')
  if (insert === null || insert === undefined || insert === false) return ''
  return String(insert).replace(/[&<>"']/g, (character) => special[character] ?? '')
}

/** Styles are relative, so that the pages also work behind a path of another server. */
export function document(title: string, body: Html, styles = ['../../emulator.css']): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} – emulator</title>
${styles.map(
  (href) => html`<link rel="stylesheet" href="${href}">
`,
)}</head>
<body>
<header class="emulator-mark"><p><strong>Emulator</strong> – no real money</p></header>
<main>
${body}
</main>
</body>
</html>
`.text
}
