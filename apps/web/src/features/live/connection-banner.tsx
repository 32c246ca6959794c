import { useLiveStatus } from '../../platform/realtime/live-connection.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'

export function ConnectionBanner() {
  const t = useTranslate()
  const status = useLiveStatus()
  return (
    <div role="status" className="contents">
      {status === 'down' && (
        <p className="animate-appear bg-warn-soft px-4 py-1.5 text-center text-13 text-ink">{t('profile.offline')}</p>
      )}
    </div>
  )
}
