import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeskTicketDetails, TicketTemplate } from '@tradefront/contract/desk-support'
import { sealFor } from '@tradefront/contract/sealed-box'
import { maxPostChars } from '@tradefront/rules/support/limits'
import { isLocale, localeInfo } from '@tradefront/texts/locales'
import { useRef, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { fromBase64Url, toBase64Url } from '../passkeys.ts'
import { useKeys } from '../use-keys.ts'
import { useOrder } from '../use-order.ts'
import { templatesQuery } from './api.ts'

/** Texts that were begun, by ticket, until the page is closed. */
const drafts = new Map<string, string>()

/** Form for an answer, or for a question to the trader. Its words are sealed for the key of the servers before they leave the page. */
export function AnswerForm({ ticket, serverKey }: { readonly ticket: DeskTicketDetails; readonly serverKey: string }) {
  const t = useTranslate()
  const { id, number, trader } = ticket
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(drafts.get(id) ?? '')
  const write = (next: string) => {
    setText(next)
    drafts.set(id, next)
  }
  const answer = useOrder('ticket.answer', () => write(''))
  const { data: templates = [] } = useQuery(templatesQuery)
  useKeys([{ key: 'r', text: t('desk_support.begin_answer'), run: () => input.current?.focus() }])
  const send = async (isQuestion: boolean) => {
    if (text.trim() === '' || text.length > maxPostChars || answer.isPending) return
    const sealed = await sealFor(fromBase64Url(serverKey), new TextEncoder().encode(text.trim()), `answer:${id}`)
    answer.mutate({
      input: { ticket: id, sealed: toBase64Url(sealed), isQuestion },
      reason: t('desk_support.reason_ticket', { number }),
    })
  }
  const insert = (template: TicketTemplate | undefined) => {
    const words = template?.texts[trader.language] || template?.texts['en']
    if (words === undefined) return
    const filled = words.replaceAll('{name}', trader.firstName)
    write(text.trim() === '' ? filled : `${text.trimEnd()}\n\n${filled}`)
    input.current?.focus()
  }
  return (
    <form
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send(false)
      }}
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Select
          label={t('desk_support.template')}
          placeholder={t('desk_support.use_template')}
          className="w-72 max-w-full"
          value={null}
          options={templates.map(({ id: templateId, title }) => ({ id: templateId, label: title }))}
          onChange={(chosen) => insert(templates.find((each) => each.id === chosen))}
        />
        <Link to="/templates" className="text-13 text-accent-ink hover:underline">
          {t('desk_support.manage_templates')}
        </Link>
      </div>
      <TextArea
        label={t('desk_support.your_answer')}
        help={t('desk_support.your_answer_help', { language: nameLanguage(trader.language) })}
        name="answer"
        rows={6}
        value={text}
        onChange={write}
        onBlur={() => undefined}
        inputRef={input}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            void send(false)
          }
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" isDisabled={text.trim() === ''} isPending={answer.isPending}>
          {t('desk_support.send')}
        </Button>
        <Button
          isDisabled={text.trim() === ''}
          isPending={answer.isPending}
          title={t('desk_support.question_help')}
          onPress={() => void send(true)}
        >
          {t('desk_support.send_question')}
        </Button>
      </div>
    </form>
  )
}

function nameLanguage(tag: string): string {
  return isLocale(tag) ? localeInfo[tag].name : tag
}
