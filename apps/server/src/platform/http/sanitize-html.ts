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

/** Cleans HTML of other sites: it keeps no pictures, which the browser would have to fetch, and only absolute links. */
export async function sanitizeForeignHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, {
    allowedTags: allowedTags.filter((tag) => tag !== 'img'),
    allowedAttributes: { a: ['href'], th: ['scope'], '*': ['lang', 'dir'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    nestingLimit: 50,
    transformTags: {
      a: (tagName, { href = '' }) => {
        const attribs: Record<string, string> = /^https:\/\//i.test(href) ? { href } : {}
        return { tagName, attribs }
      },
    },
  })
}

/** Makes one line without tags, entities and characters that reorder text. */
export async function toPlainText(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  // A space is added, so that the words of two paragraphs stay apart.
  const text = sanitize(html.replaceAll(/<(?:\/?(?:p|div|li|h\d|td|tr)|br)\b/gi, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
    nestingLimit: 50,
  })
  return text
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
}

/** Entities that the sanitizer writes. */
const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Returns whether cleaning would remove something. Ignores differences in notation (quotes, entities). */
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
