import { useTranslate } from '../platform/i18n/i18n.ts'
import { useFormat } from '../platform/i18n/format.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { usePresence } from './use-presence.ts'

/**
 * Says who else has the same page open, so that two operators do not work on it.
 * @param subject e.g. `ticket:<id>`
 */
export function OthersNotice({ subject }: { readonly subject: string }) {
  const t = useTranslate()
  const format = useFormat()
  const others = usePresence(subject)
  if (others.length === 0) return null
  return (
    <Banner tone="warn">{t('desk_support.others', { names: format.list([...others]), count: others.length })}</Banner>
  )
}
