import { Link } from '@tanstack/react-router'
import type { User } from '@tradefront/contract/domain/profile'
import { profileCalls } from '@tradefront/contract/profile'
import type { TextKey } from '@tradefront/texts/keys'
import CircleCheck from 'lucide-react/icons/circle-check'
import Circle from 'lucide-react/icons/circle'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useState } from 'react'

import { request } from '../../platform/api/request.ts'
import { closeNotice, useClosedAt } from '../../platform/closed-notices.ts'
import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/styles/cx.ts'

/** Number of welcomes. Spec: account 9. */
const maxWelcomes = 2

/** `to` is null if the step is done on the page that shows the steps. */
type Step = { readonly text: TextKey; readonly isDone: boolean; readonly to: string | null }

function listSteps(user: User): Step[] {
  const { isPractice, tradeCount, isEmailProved, hasRealAccount, verification, depositTotal } = user
  return [
    ...(isPractice ? [{ text: 'profile.step_trade', isDone: tradeCount > 0, to: null } as const] : []),
    { text: 'profile.step_email', isDone: isEmailProved, to: paths.show('personal') },
    { text: 'profile.step_real', isDone: hasRealAccount, to: paths.show('real') },
    { text: 'profile.step_verify', isDone: verification === 'Full', to: paths.showWith('personal', 'documents') },
    { text: 'profile.step_fund', isDone: depositTotal > 0, to: paths.show('funding') },
  ]
}

/**
 * Lists the next steps of a new trader, as a line on the page. A closed list never comes back. The first two times, its title is the
 * welcome (spec: account 2).
 * @param instead shown when there is no list
 */
export function FirstSteps({ instead }: { readonly instead: ReactNode }) {
  const t = useTranslate()
  const user = useUser()
  const steps = listSteps(user)
  const done = steps.filter(({ isDone }) => isDone).length
  const isShown = useClosedAt('first_steps') === null && done < steps.length
  const isWelcome = useWelcome(isShown)
  if (!isShown) return instead
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section
      aria-labelledby="first-steps"
      className="flex items-center gap-x-4 gap-y-1 rounded-card border border-line bg-surface ps-3"
    >
      <h2 id="first-steps" className="shrink-0 text-13 font-medium">
        <span className="max-sm:sr-only">
          {isWelcome && user.firstName !== ''
            ? t('profile.welcome_title', { name: user.firstName })
            : t('profile.first_steps')}
        </span>{' '}
        <span className="text-muted">{t('profile.first_steps_done', { done, count: steps.length })}</span>
      </h2>
      <ol className="flex min-w-0 flex-1 gap-x-4 overflow-x-auto">
        {steps.map((step) => (
          <li key={step.text} className={cx('shrink-0', step.isDone && 'max-sm:hidden')}>
            <StepLink step={step} isNext={step === next} />
          </li>
        ))}
      </ol>
      <IconButton label={t('profile.first_steps_close')} onClick={() => closeNotice('first_steps')}>
        <X size={16} aria-hidden />
      </IconButton>
    </section>
  )
}

function StepLink({ step, isNext }: { readonly step: Step; readonly isNext: boolean }) {
  const t = useTranslate()
  const { text, to, isDone } = step
  const Icon = isDone ? CircleCheck : Circle
  const content = (
    <>
      <Icon size={16} aria-hidden className={isDone ? 'text-up' : 'text-faint'} />
      {t(text)}
      {isDone && <span className="sr-only">{t('profile.step_done')}</span>}
    </>
  )
  const className = 'flex min-h-11 items-center gap-1.5 text-13 whitespace-nowrap'
  return isDone || to === null ? (
    <span className={cx(className, isDone ? 'text-muted' : 'font-medium')}>{content}</span>
  ) : (
    <Link to={to} className={cx(className, 'hover:underline', isNext && 'font-medium text-accent-ink')}>
      {content}
    </Link>
  )
}

/** Counts each page that welcomes the trader. The server decides when it is enough. */
function useWelcome(isShown: boolean): boolean {
  const { welcomeCount } = useUser()
  const [isDue] = useState(isShown && welcomeCount < maxWelcomes)
  const [isWelcome, setIsWelcome] = useState(false)
  useEffect(() => {
    if (!isDue) return
    request(profileCalls.recordWelcomeShown, {}).then(
      ({ shows }) => setIsWelcome(shows === true),
      () => undefined,
    )
  }, [isDue])
  return isWelcome
}
