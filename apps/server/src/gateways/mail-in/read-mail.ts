import PostalMime from 'postal-mime'
import sanitizeHtml from 'sanitize-html'

export type ReceivedMail = {
  /** Address of the header From, in lower case. */
  readonly from: string
  /** Null: the mail has none. */
  readonly messageId: string | null
  /** True if a program has sent it: an automatic answer, a list or a report. */
  readonly isAutomatic: boolean
  readonly text: string
  readonly files: readonly { readonly name: string | undefined; readonly bytes: Uint8Array }[]
}

const maxDepth = 20
const maxHeaderBytes = 64 * 1024
/** Long enough for a post and what it quotes. */
const maxTextChars = 100_000

/** Reads a mail. Only its text is kept, never its markup. */
export async function readMail(raw: Uint8Array): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: maxDepth,
    maxHeadersSize: maxHeaderBytes,
  })
  const text = mail.text ?? toPlainText(mail.html ?? '')
  return {
    from: (mail.from?.address ?? '').toLowerCase(),
    messageId: mail.messageId ?? null,
    isAutomatic: isAutomatic(mail.headers),
    text: text.slice(0, maxTextChars),
    files: mail.attachments.map(({ filename, content }) => ({
      name: filename ?? undefined,
      bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  }
}

type Header = { readonly key: string; readonly value: string }

/** Recognizes the header of RFC 3834, and those of programs that do not know it. */
function isAutomatic(headers: readonly Header[]): boolean {
  return headers.some(({ key, value }) => {
    const text = value.trim().toLowerCase()
    if (key === 'auto-submitted') return !text.startsWith('no')
    if (key === 'precedence') return ['bulk', 'list', 'junk', 'auto_reply'].includes(text)
    if (key === 'content-type') return text.startsWith('multipart/report')
    return ['x-autoreply', 'x-autorespond', 'x-autoresponse', 'list-id', 'x-loop'].includes(key)
  })
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

function toPlainText(html: string): string {
  const broken = html.replaceAll(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]{0,200}>/gi, '\n')
  return sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {} })
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
