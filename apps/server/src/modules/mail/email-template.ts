import { dictionaries } from '@tradefront/texts/dictionaries'
import { formatMessage, type MessageParams } from '@tradefront/texts/format-message'
import type { TextKey } from '@tradefront/texts/keys'
import type { OfferedLocale } from '@tradefront/texts/locales'
import { isTextKey, translate } from '@tradefront/texts/translate'

import { escapeHtml } from '../../platform/http/escape-html.ts'

/** A template has texts `mail.letter.<template>.subject`, `.text` and, with a link, `.action`. */
export type EmailTemplate = TextKey extends infer K ? (K extends `mail.letter.${infer L}.subject` ? L : never) : never

export type EmailTemplateInput = {
  readonly template: EmailTemplate
  readonly locale: OfferedLocale
  readonly params?: MessageParams
  readonly link?: string
  /** Address that stops such mails, if they can be stopped. */
  readonly stopLink?: string
}

/** Messages with placeholders. `text`: blank lines separate paragraphs. `action`: of the button, if there is a link. */
export type MailTexts = { readonly subject: string; readonly text: string; readonly action: string }

export type RenderedEmail = { readonly subject: string; readonly text: string; readonly html: string }

export function isEmailTemplate(name: string): name is EmailTemplate {
  return isTextKey(`mail.letter.${name}.subject`)
}

/** What the product itself writes. */
export function getProductTexts(template: EmailTemplate, locale: OfferedLocale): MailTexts {
  const texts = dictionaries[locale]
  return {
    subject: texts[`mail.letter.${template}.subject`],
    text: texts[toTextKey(template)],
    action: texts[toActionKey(template)],
  }
}

/** Escapes everything. @param texts of the product, or of an operator @throws if `params` has no value for a placeholder */
export function renderEmail(
  { template, locale, params, link, stopLink }: EmailTemplateInput,
  texts: MailTexts = getProductTexts(template, locale),
): RenderedEmail {
  const subject = formatMessage(locale, texts.subject, params)
  const text = formatMessage(locale, texts.text, params)
  const action = formatMessage(locale, texts.action, params)
  const footer = translate(locale, 'mail.foot')
  const stop = translate(locale, 'mail.stop')
  const plainFooter = stopLink === undefined ? footer : `${footer}\n${stop}: ${stopLink}`
  const plain = [text, ...(link === undefined ? [] : [`${action}:\n${link}`]), `-- \n${plainFooter}`].join('\n\n')
  const paragraphs = text.split(/\n{2,}/).map((part) => `<p style="${mailStyle.text}">${toHtmlLines(part)}</p>`)
  const button = `<p style="${mailStyle.text}"><a href="${escapeHtml(link ?? '')}" style="${mailStyle.button}">${escapeHtml(action)}</a></p>`
  const html = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${mailStyle.page}"><div style="${mailStyle.card}">
<p style="${mailStyle.brand}">Tradefront</p>
${paragraphs.join('\n')}${link === undefined ? '' : `\n${button}`}
<p style="${mailStyle.foot}">${toHtmlLines(footer)}${stopLink === undefined ? '' : `<br><a href="${escapeHtml(stopLink)}" style="${mailStyle.stop}">${escapeHtml(stop)}</a>`}</p>
</div></body></html>
`
  return { subject, text: plain, html }
}

function toTextKey(template: EmailTemplate): TextKey {
  return `mail.letter.${template}.text`
}

function toActionKey(template: EmailTemplate): TextKey {
  const key = `mail.letter.${template}.action`
  return isTextKey(key) ? key : 'mail.action'
}

/** Mail programs support neither style sheets nor modern colours. */
export const mailStyle = {
  page: 'margin:0;padding:24px;background:#f4f5f7;color:#20242b;font:16px/1.5 system-ui,sans-serif',
  card: 'max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:10px',
  brand: 'margin:0 0 16px;font-weight:600',
  text: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:12px 20px;background:#0b63a5;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600',
  foot: 'margin:24px 0 0;color:#565d69;font-size:13px',
  stop: 'color:#565d69',
}

function toHtmlLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
