import { mailCalls } from '@tradefront/contract/mail'
import { useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

type State = { readonly step: 'asking'; readonly failure: string | null } | { readonly step: 'sending' | 'done' }

/** Mail programs open links by themselves, so that only a press of the button counts. */
export function StopMailsPanel({ token }: { readonly token: string }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const [state, setState] = useState<State>({ step: 'asking', failure: null })

  const stopMails = async (): Promise<void> => {
    setState({ step: 'sending' })
    try {
      await performCall(mailCalls.stopMails, { body: { token } })
      setState({ step: 'done' })
    } catch (error) {
      setState({ step: 'asking', failure: toErrorText(error) })
    }
  }

  if (state.step === 'done')
    return (
      <div className="flex flex-col items-start gap-4">
        <Banner tone="success" title={t('auth.mails_stop_done')} isUrgent className="self-stretch">
          {t('auth.mails_stop_again')}
        </Banner>
        <a href={paths.trading(lang)} className={buttonClass({ tone: 'quiet' })}>
          {t('auth.mails_stop_open')}
        </a>
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">{t('auth.mails_stop_text_any')}</p>
      {state.step === 'asking' && state.failure !== null && (
        <Banner tone="danger" isUrgent className="self-stretch">
          {state.failure}
        </Banner>
      )}
      <Button tone="primary" isPending={state.step === 'sending'} onPress={() => void stopMails()}>
        {t('auth.mails_stop_yes')}
      </Button>
    </div>
  )
}
