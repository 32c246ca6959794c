import { useQuery } from '@tanstack/react-query'
import type { DeskMail } from '@tradefront/contract/desk-mails'
import { useEffect, useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ActionButton } from '../action-button.tsx'
import { type MailTexts, previewQuery } from './api.ts'

const waitMs = 400

/** The texts of a mail, beside them the mail as it is sent, and below what was written before. */
export function MailEditor({ mail }: { readonly mail: DeskMail }) {
  const t = useTranslate()
  const [texts, setTexts] = useState<MailTexts>({ subject: mail.subject, text: mail.text, action: mail.action })
  const shown = useSettled(texts)
  const preview = useQuery(previewQuery(mail.mail, shown))
  const isChanged = texts.subject !== mail.subject || texts.text !== mail.text || texts.action !== mail.action
  const drawn = preview.isPlaceholderData ? undefined : preview.data
  const isRight = isChanged && shown === texts && drawn !== undefined && !('problem' in drawn)
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-6 2xl:grid-cols-2">
        <Card className="flex min-w-0 flex-col gap-4">
          <TextField
            label={t('desk_mails.subject')}
            value={texts.subject}
            onChange={(subject) => setTexts({ ...texts, subject })}
            maxLength={200}
          />
          <TextArea
            label={t('desk_mails.text')}
            help={t('desk_mails.text_help', { names: mail.placeholders.map((name) => `{${name}}`).join(' ') || '—' })}
            name="text"
            rows={12}
            value={texts.text}
            onChange={(text) => setTexts({ ...texts, text })}
            onBlur={() => undefined}
            inputRef={null}
          />
          <TextField
            label={t('desk_mails.action')}
            help={t('desk_mails.action_help')}
            value={texts.action}
            onChange={(action) => setTexts({ ...texts, action })}
            maxLength={60}
          />
          <div>
            <ActionButton
              action="mail.change"
              tone="primary"
              title={t('desk_mails.publish_title')}
              input={isRight ? { mail: mail.mail, ...texts, changedAtMs: mail.changedAtMs } : null}
            />
          </div>
        </Card>
        <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-2">
          <h2 id="preview" className="font-semibold">
            {t('desk_mails.preview')}
          </h2>
          <QueryView query={preview} name={t('desk_mails.preview')} skeleton={<Skeleton className="h-96" />}>
            {(found) =>
              'problem' in found ? (
                <Banner tone="danger" isUrgent>
                  {found.problem}
                </Banner>
              ) : (
                <MailFrame {...found} />
              )
            }
          </QueryView>
        </section>
      </div>
      <Versions mail={mail} />
    </div>
  )
}

/** The value, once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** In a sandbox, the mail runs nothing and opens nothing. */
function MailFrame({ subject, html }: { readonly subject: string; readonly html: string }) {
  const t = useTranslate()
  return (
    <div className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      <p className="border-b border-line px-4 py-2 font-medium wrap-anywhere">{subject}</p>
      <iframe sandbox="" srcDoc={html} title={t('desk_mails.preview_of', { subject })} className="h-[32rem] w-full" />
    </div>
  )
}

function Versions({ mail }: { readonly mail: DeskMail }) {
  const t = useTranslate()
  const format = useFormat()
  const { versions, changedAtMs } = mail
  const title = t('desk_mails.restore_title')
  return (
    <section aria-labelledby="versions" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="versions" className="font-semibold">
          {t('desk_mails.versions')}
        </h2>
        <ActionButton
          action="mail.restore"
          size="sm"
          label={t('desk_mails.restore_product')}
          title={title}
          input={{ mail: mail.mail, version: null, changedAtMs }}
          isOffered={changedAtMs !== null}
        />
      </div>
      {versions.length === 0 && <p className="text-muted">{t('desk_mails.no_versions')}</p>}
      <ol className="flex flex-col">
        {versions.map(({ id, atMs, operator, reason, content }, index) => (
          <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
            <span className="flex min-w-48 flex-1 flex-col">
              <span className="wrap-anywhere">{content?.subject ?? t('desk_mails.product_text')}</span>
              <span className="text-13 text-muted wrap-anywhere">
                {format.dateTime(atMs)} · {operator}
                {reason !== null && ` · “${reason}”`}
              </span>
              {content !== null && (
                <details className="pt-1 text-13">
                  <summary className="cursor-pointer text-accent-ink">{t('desk_mails.show_version')}</summary>
                  <p lang={mail.language} className="pt-2 whitespace-pre-wrap wrap-anywhere">
                    {content.text}
                  </p>
                </details>
              )}
            </span>
            <ActionButton
              action="mail.restore"
              size="sm"
              title={title}
              input={{ mail: mail.mail, version: id, changedAtMs }}
              isOffered={index > 0 && content !== null}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
