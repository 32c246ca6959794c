import { useQuery } from '@tanstack/react-query'
import { deskSupportCalls } from '@tradefront/contract/desk-support'

import { performCall } from '../platform/api/perform-call.ts'
import { useTranslate } from '../platform/i18n/i18n.ts'
import { useFormat } from '../platform/i18n/format.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { follow } from './live.ts'

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

/** Must be shorter than the time for which a presence counts. */
const refreshMs = 10_000

/**
 * Tells other operators that this one has a page open.
 * @param subject e.g. `ticket:<id>`
 * @returns names of the others who have it open
 */
function usePresence(subject: string): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['presence', subject],
    queryFn: async () => (await performCall(deskSupportCalls.showPresence, { body: { subject } })).others,
    ...follow(['presence'], refreshMs),
    gcTime: 0,
  })
  return data
}
