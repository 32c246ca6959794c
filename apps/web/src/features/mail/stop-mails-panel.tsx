import { mailCalls } from '@tradefront/contract/mail'

import { toErrorText } from '../../platform/api/error-text.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Button that stops mails. Mail programs open links by themselves, so that only a press of it counts. */
export function StopMailsPanel({ token }: { readonly token: string }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const stopMails = useCallMutation(mailCalls.stopMails, { onError: () => undefined })
  if (stopMails.isSuccess)
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
      {stopMails.isError && (
        <Banner tone="danger" isUrgent className="self-stretch">
          {toErrorText(stopMails.error)}
        </Banner>
      )}
      <Button tone="primary" isPending={stopMails.isPending} onPress={() => stopMails.mutate({ body: { token } })}>
        {t('auth.mails_stop_yes')}
      </Button>
    </div>
  )
}
