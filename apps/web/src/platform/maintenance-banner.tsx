import { useQuery } from '@tanstack/react-query'

import { fetchBootstrap, getBootstrap } from './api/bootstrap.ts'
import { useTranslate } from './i18n/i18n.ts'
import { Banner } from '../ui/feedback/banner.tsx'

const refreshMs = 10_000

/** Says that no money moves, while operators check a restored database. @param isCompact in one row, over the whole width */
export function MaintenanceBanner({ isCompact }: { readonly isCompact: boolean }) {
  const t = useTranslate()
  const { data: isMaintenance } = useQuery({
    queryKey: ['maintenance'],
    queryFn: async () => (await fetchBootstrap()).isMaintenance,
    initialData: () => getBootstrap().isMaintenance,
    staleTime: Infinity,
    // A pause for the check of a database usually takes two seconds.
    refetchInterval: ({ state }) => state.data === true && refreshMs,
  })
  if (!isMaintenance) return null
  return (
    <div className={isCompact ? 'px-3 pt-2' : 'mx-auto w-full max-w-6xl px-4 pt-4 sm:px-8'}>
      <Banner tone="warn" title={t('shell.maintenance')} isCompact={isCompact}>
        {t('shell.maintenance_text')}
      </Banner>
    </div>
  )
}
