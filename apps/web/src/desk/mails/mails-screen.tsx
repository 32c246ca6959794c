import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { DeskMailSummary } from '@tradefront/contract/desk-mails'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { mailQuery, mailsQuery } from './api.ts'
import { MailEditor } from './mail-editor.tsx'

/**
 * The mails of the site, and beside them the one that is open.
 * @param props.openMail e.g. `reset/en`
 * @param props.find words of the address, which a mail must have
 */
export function MailsScreen(props: { readonly openMail: string | null; readonly find: string | undefined }) {
  const { openMail, find = '' } = props
  const t = useTranslate()
  const navigate = useNavigate()
  // The field has its own state: the address follows too late for its caret.
  const [words, setWords] = useState(find)
  const query = useQuery(mailsQuery)
  const found = (query.data ?? []).filter((each) =>
    `${each.mail} ${each.subject}`.toLowerCase().includes(words.trim().toLowerCase()),
  )
  return (
    <ListAndDetail
      name={t('desk_mails.title')}
      path="/mails"
      columns="narrow"
      list={
        <>
          <ScreenTitle lead={t('desk_mails.lead')}>{t('desk_mails.title')}</ScreenTitle>
          <ListTools
            path="/mails"
            csv={
              <CsvButton
                file="mails"
                title={t('desk_mails.title')}
                load={() => found}
                columns={[
                  { title: t('desk_mails.mail'), toCell: ({ mail }) => mail },
                  { title: t('desk_mails.subject'), toCell: ({ subject }) => subject },
                  { title: t('desk.col_time'), toCell: ({ changedAtMs }) => toCsvTime(changedAtMs) },
                ]}
              />
            }
          >
            <TextField
              className="min-w-0 flex-1"
              label={t('desk_mails.find')}
              value={words}
              onChange={(next) => {
                setWords(next)
                void navigate({ to: '.', search: toSearch(next), replace: true })
              }}
              maxLength={60}
            />
          </ListTools>
          <QueryView
            query={query}
            name={t('desk_mails.title')}
            skeleton={<Skeleton className="h-96" />}
            isEmpty={() => found.length === 0}
            empty={<EmptyState title={t('desk_mails.none')} />}
          >
            {() => (
              <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                {found.map((mail) => (
                  <li key={mail.mail} className="border-b border-line last:border-b-0">
                    <MailLink mail={mail} isOpen={mail.mail === openMail} words={words} />
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_mails.mail')}
      subject={openMail && `mail:${openMail.replace('/', ':')}`}
      detail={openMail === null ? null : <OpenMail key={openMail} mail={openMail} />}
      hint={t('desk_mails.choose')}
    />
  )
}

const toSearch = (words: string) => (words === '' ? {} : { find: words })

function MailLink(props: { readonly mail: DeskMailSummary; readonly isOpen: boolean; readonly words: string }) {
  const { mail, isOpen, words } = props
  const t = useTranslate()
  const format = useFormat()
  const { template, language, subject, changedAtMs } = mail
  return (
    <Link
      to="/mails/$template/$language"
      params={{ template, language }}
      search={toSearch(words)}
      aria-current={isOpen || undefined}
      className={cx('flex items-center gap-4 px-4 py-2.5 hover:bg-raised', isOpen && 'bg-accent-soft')}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span lang={language} className="wrap-anywhere">
          {subject}
        </span>
        <span className="text-13 text-muted wrap-anywhere">
          {template}
          {changedAtMs !== null && ` · ${t('desk_mails.changed', { day: format.day(changedAtMs) })}`}
        </span>
      </span>
      <span className="text-13 text-muted uppercase">{language}</span>
    </Link>
  )
}

function OpenMail({ mail }: { readonly mail: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(mailQuery(mail))}
      name={t('desk_mails.mail')}
      skeleton={<Skeleton className="h-96" />}
      empty={<EmptyState title={t('errors.not_found')} />}
    >
      {(found) => <MailEditor key={found.changedAtMs} mail={found} />}
    </QueryView>
  )
}
