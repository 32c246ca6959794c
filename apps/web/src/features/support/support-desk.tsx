import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { MailSwitches } from '../profile/mail-switches.tsx'
import { supportInitQuery } from './api.ts'
import { TicketList } from './ticket-list.tsx'

/** List of tickets and, beside it, what the address names. A narrow screen shows one of both. */
export function SupportDesk(props: {
  readonly intro: ReactNode
  /** True for a ticket, or a new one; false for the start of support. */
  readonly isConversation: boolean
  readonly children: ReactNode
}) {
  const t = useTranslate()
  const { intro, isConversation, children } = props
  const Title = isConversation ? 'h2' : 'h1'
  return (
    <div className="grid grid-cols-1 gap-y-8 lg:-my-8 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-x-8">
      <div
        className={cx(
          'flex flex-col gap-5 lg:sticky lg:top-16 lg:h-[calc(100dvh-4rem)] lg:-ms-3 lg:overflow-y-auto lg:border-e lg:border-line lg:px-3 lg:py-6 lg:pe-6',
          isConversation && 'max-lg:hidden',
        )}
      >
        <div className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Title tabIndex={-1} className="text-28 font-semibold outline-none lg:text-21">
              {t('support.title')}
            </Title>
            <Link
              to={paths.newTicket()}
              className={buttonClass({ tone: isConversation ? 'quiet' : 'primary', size: 'sm' })}
            >
              <Plus size={16} aria-hidden />
              {t('support.new')}
            </Link>
          </div>
          {!isConversation && <div className="text-muted">{intro}</div>}
        </div>
        <QueryView
          query={useQuery(supportInitQuery)}
          name={t('support.title')}
          note={t('support.contact_note')}
          skeleton={null}
        >
          {() => null}
        </QueryView>
        <TicketList />
        <div className="max-lg:hidden mt-auto border-t border-line pt-3">
          <MailSwitches />
        </div>
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
