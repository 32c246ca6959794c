import { Link } from '@tanstack/react-router'
import { profileCalls } from '@tradefront/contract/profile'
import Check from 'lucide-react/icons/check'
import { useEffect, useRef, useState } from 'react'

import { request } from '../../platform/api/request.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { usePopupTurn } from '../../platform/popup-queue.ts'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { focusTitleIfLost } from '../../ui/hooks/use-kept-focus.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Spec: account 9. */
const maxShown = 2

/** Shown once per page load while the server's counter is under 2 (spec: account 2). @param isHome on the screen that it is for */
export function WelcomeDialog({ isHome }: { readonly isHome: boolean }) {
  const t = useTranslate()
  const user = useUser()
  const [state, setState] = useState<'waiting' | 'open' | 'over'>('waiting')
  const isDue = state === 'waiting' && isHome && user.welcomeCount < maxShown
  const hasTurn = usePopupTurn('welcome', isDue || state === 'open')
  const isRequested = useRef(false)
  useEffect(() => {
    if (!isDue || isRequested.current) return
    isRequested.current = true
    request(profileCalls.recordWelcomeShown, {}).then(
      (reply) => {
        // The dialog returns the focus to where it was.
        focusTitleIfLost(document.querySelector('main') ?? undefined)
        setState(reply.shows === true ? 'open' : 'over')
      },
      () => setState('over'),
    )
  }, [isDue])
  const close = (): void => setState('over')
  const points = [
    t('profile.welcome_1'),
    t(user.isPractice ? 'profile.welcome_practice_2' : 'profile.welcome_2'),
    t('profile.welcome_3'),
  ]
  const steps = user.hasRealAccount
    ? [
        { to: paths.show('promo'), text: t('profile.welcome_promo') },
        { to: paths.showWith('personal', 'documents'), text: t('profile.welcome_documents') },
        { to: paths.showWith('personal', 'security'), text: t('profile.welcome_security') },
      ]
    : [{ to: paths.show('real'), text: t('profile.open_real') }]
  return (
    <Dialog
      isOpen={state === 'open' && hasTurn}
      title={
        user.firstName === '' ? t('profile.welcome_nameless') : t('profile.welcome_title', { name: user.firstName })
      }
      onClose={close}
      closeLabel={t('shell.close')}
      actions={
        <>
          <Button onPress={close} tone={user.isPractice ? 'primary' : 'quiet'} autoFocus={user.isPractice}>
            {t('profile.welcome_look')}
          </Button>
          {!user.isPractice && (
            <Link to={paths.show('funding')} onClick={close} className={buttonClass({ tone: 'primary' })}>
              {t('profile.welcome_fund')}
            </Link>
          )}
        </>
      }
    >
      <p className="text-muted">{t('profile.welcome_lead')}</p>
      <ul className="flex flex-col gap-3">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <Check size={18} className="mt-0.5 shrink-0 text-up" aria-hidden />
            {point}
          </li>
        ))}
      </ul>
      <nav aria-label={t('profile.welcome_steps')} className="-mx-3 flex flex-wrap gap-x-2 pt-2">
        {steps.map(({ to, text }) => (
          <Link key={to} to={to} onClick={close} className={buttonClass({ tone: 'plain', size: 'sm' })}>
            {text}
          </Link>
        ))}
      </nav>
    </Dialog>
  )
}
