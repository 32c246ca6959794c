/** Text, lists, tables, images of this site, and links to this site or https. */
const allowedTags = [
  'p',
  'br',
  'hr',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'blockquote',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'small',
  'sub',
  'sup',
  'code',
  'pre',
  'a',
  'img',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'span',
  'div',
]

/** Removes scripts, forms, frames and styles. */
export async function sanitizeHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, {
    allowedTags,
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'width', 'height'],
      th: ['scope'],
      '*': ['lang', 'dir'],
    },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    nestingLimit: 50,
  })
}

/** Whether sanitizing removes something. Differences in notation (quotes, entities) do not count. */
export async function wouldLoseContent(html: string): Promise<boolean> {
  const { default: sanitize } = await import('sanitize-html')
  const unfiltered = sanitize(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowedSchemesAppliedToAttributes: [],
    allowVulnerableTags: true,
  })
  return unfiltered !== (await sanitizeHtml(html))
}
