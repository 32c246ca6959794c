import { Link, useNavigate } from '@tanstack/react-router'
import { needsStatementCode } from '@tradefront/rules/validation/statement-code'
import CircleCheck from 'lucide-react/icons/circle-check'
import Lock from 'lucide-react/icons/lock'
import { useEffect, useRef } from 'react'

import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { CodeForm } from './code-form.tsx'
import { StatementLine } from './statement-line.tsx'

/** Spec: account 2, 4. */
export function ValidateScreen() {
  const user = useUser()
  if (!needsStatementCode(user)) return <NothingToConfirm isConfirmed={user.isStatementCodeConfirmed} />
  return user.statementCodeAttemptsLeft > 0 ? <EnterCode /> : <NoAttemptsLeft />
}

function EnterCode() {
  const t = useTranslate()
  const navigate = useNavigate()
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <ScreenTitle lead={t('validation.lead')}>{t('validation.title')}</ScreenTitle>
      <Card as="section" labelledBy="statement-line" className="flex flex-col gap-6">
        <div className="flex flex-col gap-3">
          <h2 id="statement-line" className="text-17 font-semibold">
            {t('validation.where_title')}
          </h2>
          <p className="text-muted">{t('validation.where')}</p>
          <StatementLine />
        </div>
        <CodeForm onConfirmed={() => void navigate({ to: paths.home() })} />
      </Card>
      <div className="flex flex-col gap-2 text-13 text-muted">
        <p>{t('validation.later')}</p>
        <p>
          {t('validation.until')}{' '}
          <Link to={paths.show('support')} className="text-accent-ink underline">
            {t('validation.support')}
          </Link>
        </p>
      </div>
    </div>
  )
}

function NoAttemptsLeft() {
  const t = useTranslate()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <ScreenTitle>{t('validation.title')}</ScreenTitle>
      <Card as="section" labelledBy="no-attempts" className="flex flex-col gap-4">
        <Lock size={28} className="text-warn" aria-hidden />
        <h2 id="no-attempts" ref={title} tabIndex={-1} className="text-21 font-semibold outline-none">
          {t('validation.max_title')}
        </h2>
        <p role="status">{t('validation.max_text')}</p>
        <p className="text-muted">{t('validation.max_safe')}</p>
        <div>
          <Link to={paths.show('support')} className={buttonClass({ tone: 'primary' })}>
            {t('validation.support')}
          </Link>
        </div>
      </Card>
    </div>
  )
}

function NothingToConfirm({ isConfirmed }: { readonly isConfirmed: boolean }) {
  const t = useTranslate()
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <ScreenTitle>{t('validation.title')}</ScreenTitle>
      <Card className="flex flex-col gap-4">
        {isConfirmed && <CircleCheck size={28} className="text-up" aria-hidden />}
        <p role="status" className="text-17 font-medium">
          {t(isConfirmed ? 'validation.success' : 'validation.not_needed')}
        </p>
        <div>
          <Link to={paths.home()} className={buttonClass({ tone: 'primary' })}>
            {t('validation.to_home')}
          </Link>
        </div>
      </Card>
    </div>
  )
}
