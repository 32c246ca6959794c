import { authCalls, type EmailLinkKind } from '@tradefront/contract/auth'
import type { TextKey } from '@tradefront/texts/keys'
import { useEffect, useState } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type LinkContent = { readonly kind: EmailLinkKind; readonly email: string }

/** Of a promo code that waited for the proof. `reason` of a refusal. */
type SignupBonus = { readonly isCredited: boolean; readonly reason: string } | null

type State =
  | { readonly step: 'checking' }
  | ({ readonly step: 'asking' | 'sending'; readonly failure: string | null } & LinkContent)
  | ({ readonly step: 'done'; readonly bonus: SignupBonus } & LinkContent)
  | { readonly step: 'refused'; readonly text: string }
  | { readonly step: 'unknown' }

const words: Readonly<Record<EmailLinkKind, { lead: TextKey; confirm: TextKey; done: TextKey }>> = {
  prove: { lead: 'auth.email_prove_lead', confirm: 'auth.email_prove_confirm', done: 'auth.email_prove_done' },
  change: { lead: 'auth.email_change_lead', confirm: 'auth.email_change_confirm', done: 'auth.email_change_done' },
  undo: { lead: 'auth.email_undo_lead', confirm: 'auth.email_undo_confirm', done: 'auth.email_undo_confirm' },
}

/** Mail programs open links by themselves, so that only a press of the button counts. */
export function EmailLinkPanel({ token }: { readonly token: string }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const [state, setState] = useState<State>({ step: 'checking' })

  useEffect(() => {
    if (state.step !== 'checking') return
    void checkLink(token).then(setState)
  }, [state, token])

  const apply = async (content: LinkContent): Promise<void> => {
    setState({ ...content, step: 'sending', failure: null })
    try {
      const {
        reset,
        bonus,
        bonus_message: reason = '',
      } = await performCall(authCalls.useEmailLink, { body: { token } })
      if (reset === undefined)
        setState({
          ...content,
          step: 'done',
          bonus: bonus === undefined ? null : { isCredited: bonus === 'credited', reason },
        })
      else location.replace(paths.reset(lang, reset))
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 200
      setState(
        isRefused
          ? { step: 'refused', text: toErrorText(error) }
          : { ...content, step: 'asking', failure: toErrorText(error) },
      )
    }
  }

  if (state.step === 'checking') return <Skeleton className="h-32" label={t('shell.loading')} />
  if (state.step === 'unknown') {
    const retry = <Button onPress={() => setState({ step: 'checking' })}>{t('shell.retry')}</Button>
    return (
      <Banner tone="danger" isUrgent action={retry}>
        {t('auth.email_link_failed')}
      </Banner>
    )
  }
  if (state.step === 'refused') {
    return (
      <div className="flex flex-col items-start gap-4">
        <Banner tone="warn" title={t('auth.reset_void_title')} isUrgent className="self-stretch">
          <p>{state.text}</p>
          <p>{t('auth.email_undo_void')}</p>
        </Banner>
        <a href={paths.trading(lang)} className={buttonClass({ tone: 'primary' })}>
          {t('auth.to_account')}
        </a>
      </div>
    )
  }
  const { lead, confirm, done } = words[state.kind]
  if (state.step === 'done') {
    return (
      <div className="flex flex-col items-start gap-4">
        <Banner tone="success" ref={focusOnMount} className="self-stretch wrap-anywhere">
          <p>{t(done, { email: state.email })}</p>
          {state.bonus !== null && (
            <p>
              {state.bonus.isCredited
                ? t('auth.bonus_credited')
                : t('auth.bonus_refused', { reason: state.bonus.reason })}
            </p>
          )}
        </Banner>
        <a href={paths.trading(lang)} className={buttonClass({ tone: 'primary' })}>
          {t('auth.to_account')}
        </a>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-stretch gap-4">
      {state.failure !== null && (
        <Banner tone="danger" isUrgent>
          {state.failure}
        </Banner>
      )}
      <p className="text-muted">{t(lead)}</p>
      <p className="font-semibold wrap-anywhere">
        <bdi>{state.email}</bdi>
      </p>
      <Button
        tone="primary"
        size="lg"
        isWide
        isPending={state.step === 'sending'}
        onPress={() => void apply({ kind: state.kind, email: state.email })}
      >
        {t(confirm)}
      </Button>
    </div>
  )
}

async function checkLink(token: string): Promise<State> {
  const body = authCalls.checkEmailLink.body.safeParse({ token })
  try {
    // The server words the refusal of any other text.
    const { kind, email } = await performCall(authCalls.checkEmailLink, {
      body: body.success ? body.data : { token: 'x'.repeat(43) },
    })
    return kind === undefined || email === undefined
      ? { step: 'unknown' }
      : { step: 'asking', kind, email, failure: null }
  } catch (error) {
    return error instanceof ApiError && error.status === 200
      ? { step: 'refused', text: toErrorText(error) }
      : { step: 'unknown' }
  }
}

/** The button that had the focus is gone. */
function focusOnMount(element: HTMLDivElement | null): void {
  if (element === null) return
  element.tabIndex = -1
  element.focus()
}
