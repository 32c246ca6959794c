import type { DeskPage } from '@tradefront/contract/desk-marketing'
import { maxPageHtmlChars } from '@tradefront/contract/operator-actions'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QuestionList } from '../../platform/server-content/question-list.tsx'
import { ServerHtml } from '../../platform/server-content/server-html.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ActionButton } from '../action-button.tsx'

/** Puts each block on a line, so that the text can be read. */
const toLines = (html: string) =>
  html.replaceAll(/(<\/(?:p|h[2-4]|ul|ol|li|table|thead|tbody|tr)>|<(?:ul|ol|tbody)>)(?=<)/g, '$1\n')

/** Editor of a page's text, beside it what readers will see, and below it earlier versions. */
export function PageEditor({ page }: { readonly page: DeskPage }) {
  const t = useTranslate()
  const [title, setTitle] = useState(page.title)
  const saved = toLines(page.html)
  const [html, setHtml] = useState(saved)
  const isChanged = title.trim() !== page.title || html !== saved
  const isRight = isChanged && title.trim() !== '' && html.trim() !== '' && html.length <= maxPageHtmlChars
  const name = `${page.title} (${page.language})`
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-6 2xl:grid-cols-2">
        <Card className="flex min-w-0 flex-col gap-4">
          <TextField label={t('desk_marketing.page_title')} value={title} onChange={setTitle} maxLength={200} />
          <TextArea
            label={t('desk_marketing.page_html')}
            help={t('desk_marketing.page_html_help', { names: Object.keys(page.numbers).map(toPlaceholder).join(' ') })}
            error={html.length > maxPageHtmlChars ? t('desk_marketing.page_long', { count: maxPageHtmlChars }) : ''}
            name="html"
            rows={18}
            value={html}
            onChange={setHtml}
            onBlur={() => undefined}
            inputRef={null}
          />
          <div className="flex flex-wrap gap-2">
            <ActionButton
              action="page.change"
              tone="primary"
              title={t('desk_marketing.publish_title', { name })}
              input={isRight ? { page: page.page, title: title.trim(), html, changedAtMs: page.changedAtMs } : null}
            />
          </div>
        </Card>
        <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-2">
          <h2 id="preview" className="font-semibold">
            {t('desk_marketing.preview')}
          </h2>
          <article
            lang={page.language}
            className="flex flex-col gap-6 rounded-card border border-dashed border-line bg-bg p-4 sm:p-6"
          >
            <p className="text-28 font-semibold">{title}</p>
            <PageText name={page.name} html={fillNumbers(html, page.numbers)} />
          </article>
        </section>
      </div>
      <Versions page={page} name={name} />
    </div>
  )
}

const toPlaceholder = (name: string) => `{${name}}`

const fillNumbers = (html: string, numbers: DeskPage['numbers']) =>
  Object.entries(numbers).reduce((filled, [name, number]) => filled.replaceAll(toPlaceholder(name), number), html)

/** The text of a page, drawn as the site draws it. */
function PageText({ name, html }: { readonly name: string; readonly html: string }) {
  return name === 'faq' ? <QuestionList html={html} /> : <ServerHtml html={html} />
}

function Versions({ page, name }: { readonly page: DeskPage; readonly name: string }) {
  const t = useTranslate()
  const format = useFormat()
  const { versions, changedAtMs } = page
  return (
    <section aria-labelledby="versions" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="versions" className="font-semibold">
          {t('desk_marketing.versions')}
        </h2>
        <ActionButton
          action="page.restore"
          size="sm"
          label={t('desk_marketing.restore_product')}
          title={t('desk_marketing.restore_title', { name })}
          input={{ page: page.page, version: null, changedAtMs }}
          isOffered={changedAtMs !== null}
        />
      </div>
      {versions.length === 0 && <p className="text-muted">{t('desk_marketing.no_versions')}</p>}
      <ol className="flex flex-col">
        {versions.map(({ id, atMs, operator, reason, content }, index) => (
          <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
            <span className="flex min-w-48 flex-1 flex-col">
              <span className="wrap-anywhere">{content?.title ?? t('desk_marketing.product_text')}</span>
              <span className="text-13 text-muted wrap-anywhere">
                {format.dateTime(atMs)} · {operator}
                {reason !== null && ` · “${reason}”`}
              </span>
              {content !== null && (
                <details className="pt-1 text-13">
                  <summary className="cursor-pointer text-accent-ink">{t('desk_marketing.show_version')}</summary>
                  <div lang={page.language} className="pt-2">
                    <PageText name={page.name} html={fillNumbers(content.html, page.numbers)} />
                  </div>
                </details>
              )}
            </span>
            <ActionButton
              action="page.restore"
              size="sm"
              title={t('desk_marketing.restore_title', { name })}
              input={{ page: page.page, version: id, changedAtMs }}
              isOffered={index > 0 && content !== null}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
