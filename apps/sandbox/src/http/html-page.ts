const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Renders a whole page around a body; the title is plain text. */
export function renderHtmlPage({ title, body, head = '' }: { title: string; body: string; head?: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(title)} · Tradefront sandbox</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/assets/page.css">
  ${head}
</head>
<body>${body}</body>
</html>
`
}
