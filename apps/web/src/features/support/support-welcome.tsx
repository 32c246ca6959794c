import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleHelp from 'lucide-react/icons/circle-help'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { MailSwitches } from '../profile/mail-switches.tsx'
import { findDefaultPriority, getFormQuery } from './api.ts'

/** Text about what support helps with, how soon it answers, and the first steps. */
export function SupportWelcome() {
  const t = useTranslate()
  const { data } = useQuery(getFormQuery(useLocaleTag()))
  const hours = data && findDefaultPriority(data)?.answer_hours
  return (
    <div className="flex flex-col gap-5 lg:mx-auto lg:max-w-lg lg:py-16">
      <div className="flex flex-col gap-1">
        <h2 className="text-21 font-semibold">{t('support.welcome')}</h2>
        <p className="text-muted">
          {t('support.welcome_text')} {hours !== undefined && t('support.answer_within', { hours })}
        </p>
      </div>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {data?.departments.map(({ id, title }) => (
          <StartRow
            key={id}
            icon={<MessageCircle size={18} aria-hidden />}
            link={
              <Link to={paths.newTicket()} search={{ topic: id }} className={rowLinkClass}>
                {title}
              </Link>
            }
          />
        ))}
        <StartRow
          icon={<CircleHelp size={18} aria-hidden />}
          link={
            <Link to={paths.show('faq')} className={rowLinkClass}>
              {t('support.questions')}
            </Link>
          }
        />
      </ul>
      <div className="lg:hidden">
        <MailSwitches />
      </div>
    </div>
  )
}

const rowLinkClass =
  'flex-1 py-3 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-[-2px] focus-visible:after:outline-accent-ink'

function StartRow({ icon, link }: { readonly icon: ReactNode; readonly link: ReactNode }) {
  return (
    <li className="relative flex items-center gap-3 border-b border-line px-4 text-muted last:border-b-0 hover:bg-raised">
      {icon}
      <span className="flex flex-1 text-ink">{link}</span>
      <ChevronRight size={16} className="rtl:-scale-x-100" aria-hidden />
    </li>
  )
}
