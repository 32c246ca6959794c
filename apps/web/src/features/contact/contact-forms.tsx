import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { CallbackForm } from './callback-form.tsx'
import { ContactMessageForm } from './message-form.tsx'

export function ContactForms() {
  const t = useTranslate()
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <Card as="section" labelledBy="contact-write" className="flex flex-col gap-4">
        <h2 id="contact-write" className="text-21 font-semibold">
          {t('contact.write_title')}
        </h2>
        <ContactMessageForm />
      </Card>
      <Card as="section" labelledBy="contact-call" className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <h2 id="contact-call" className="text-21 font-semibold">
            {t('contact.call_title')}
          </h2>
          <p className="text-muted">{t('contact.call_lead')}</p>
        </div>
        <CallbackForm />
      </Card>
    </div>
  )
}
